import type { Column } from '../../../model/list/recordPage.ts';
import type { TableRow } from '../../../protocol/table.ts';
import { isNamed, isNumeric, labelColumn, seriesColumns, type SurveyedColumn } from './chartColumns.ts';
import type { ChartPoint, GeoContent, NoContent, Place } from './chartContent.ts';
import { parseNumber } from './chartNumber.ts';
import { words } from './chartWords.ts';
import { countryCode, countryName } from './countryName.ts';
import { smallCountries } from './countryCodes.ts';
import { oneLine, readNumbers } from './seriesData.ts';

const latitudes = /^(geo_?)?lat(itude)?$/i;
const longitudes = /^(geo_?)?(lon|lng|long|longitude)$/i;
const countryNames = /country|nation|territory|\biso\b|iso_?[23]?$|alpha_?[23]/i;
const codeNames = /code|iso|alpha|numeric/i;

/** The columns that tell where a row lies. */
interface Where {
  readonly country: SurveyedColumn | undefined;
  readonly latitude: SurveyedColumn | undefined;
  readonly longitude: SurveyedColumn | undefined;
}

type Spot = Extract<Place, { readonly longitude: number }>;

/** Countries where there are any, otherwise spots; what is neither is named in a note. */
export function readGeo(
  surveyed: readonly SurveyedColumn[],
  rows: readonly TableRow[],
  wanted: number,
): GeoContent | NoContent {
  const where = findWhere(surveyed, rows);
  if (!where.country && !where.latitude) return { kind: 'nothing', sentence: words.noPlaces };
  const placeOf = chooseReading(where, rows);
  const used = [where.country, where.latitude, where.longitude];
  const numeric = seriesColumns(surveyed).filter((one) => !used.includes(one));
  const label = labelFor(where, surveyed);
  const labelOf = (row: TableRow): string => {
    const text = oneLine(row.cells[label?.place ?? -1] ?? '');
    if (!label || label !== where.country || !isCodes(label.column))
      return text || oneLine(row.name) || words.emptyLabel;
    const code = countryCode(text);
    return code ? countryName(code) : text || words.emptyLabel;
  };
  const keyOf = (row: TableRow): string => {
    const place = placeOf(row);
    return place && 'region' in place ? `region ${place.region}` : `label ${labelOf(row)}`;
  };
  const numbers = readNumbers({ labelName: label?.column.label ?? words.row, labelOf, keyOf }, numeric, rows);
  const points = numbers.points.map((point): ChartPoint => {
    const place = placeOf(rows[point.row ?? -1]);
    return place ? { ...point, place: shownAs(place) } : point;
  });
  const unknown = points.filter((point) => !point.place).map((point) => point.label);
  if (unknown.length === points.length) return { kind: 'nothing', sentence: words.noPlaces };
  return {
    ...numbers,
    kind: 'geo',
    points,
    measure: wanted < numbers.series.length ? wanted : 0,
    notes: [...(unknown.length > 0 ? [words.unknownPlaces(unknown)] : []), ...numbers.notes],
  };
}

/** A country that is too small for the atlas is a spot. */
function shownAs(place: Place): Place {
  return 'region' in place ? (smallCountries.get(place.region) ?? place) : place;
}

function findWhere(surveyed: readonly SurveyedColumn[], rows: readonly TableRow[]): Where {
  const latitude = surveyed.find((one) => isNumeric(one) && isNamed(one.column, latitudes));
  const longitude = surveyed.find((one) => isNumeric(one) && isNamed(one.column, longitudes));
  const rated = surveyed
    .filter((one) => one.filled > 0 && (!isNumeric(one) || isNamed(one.column, countryNames)))
    .map((one) => {
      const isCountry = isNamed(one.column, countryNames);
      const known = rows.filter(({ cells }) => countryCode(cells[one.place] ?? '') !== undefined).length;
      // a column of US states holds CA and IN as well
      return { one, known: known / one.filled, isGood: known / one.filled >= (isCountry ? 0.1 : 0.6) };
    })
    .filter(({ isGood }) => isGood)
    .toSorted((one, other) => other.known - one.known);
  const country = rated[0]?.one;
  return latitude && longitude
    ? { country, latitude, longitude }
    : { country, latitude: undefined, longitude: undefined };
}

/** Spots when there are more of them than countries: cities, say. */
function chooseReading(where: Where, rows: readonly TableRow[]): (row: TableRow | undefined) => Place | undefined {
  const region = (row: TableRow | undefined): Place | undefined => {
    const code = where.country && countryCode(row?.cells[where.country.place] ?? '');
    return code ? { region: code } : undefined;
  };
  const spot = (row: TableRow | undefined): Spot | undefined => readSpot(where, row);
  const regions = new Set(rows.map((row) => JSON.stringify(region(row))));
  const spots = new Set(rows.map((row) => JSON.stringify(spot(row))));
  return spots.size > regions.size ? (row) => spot(row) ?? region(row) : (row) => region(row) ?? spot(row);
}

function readSpot({ latitude, longitude }: Where, row: TableRow | undefined): Spot | undefined {
  if (!latitude || !longitude) return undefined;
  const [north, east] = [parseNumber(row?.cells[latitude.place]), parseNumber(row?.cells[longitude.place])];
  if (north === undefined || east === undefined || Math.abs(north) > 90 || Math.abs(east) > 180) return undefined;
  return { latitude: north, longitude: east };
}

function isCodes(column: Column): boolean {
  return isNamed(column, codeNames);
}

function labelFor(where: Where, surveyed: readonly SurveyedColumn[]): SurveyedColumn | undefined {
  const texts = surveyed.filter((one) => !isNumeric(one) && !isCodes(one.column));
  return labelColumn('geo', texts) ?? where.country;
}
