import { t } from '@vscode/l10n';
import type { Column } from '../../../../../model/list/recordPage.ts';
import type { TableRow } from '../../../tableProtocol.ts';
import type { ChartType } from '../chartFrame.ts';
import {
  type ChartPoint,
  type DrawnContent,
  type MapLocation,
  measured,
  type NoContent,
  noContent,
} from '../data/chartContent.ts';
import { parseNumber } from '../data/chartNumber.ts';
import {
  chosenColumn,
  isNamed,
  isNumeric,
  labelColumn,
  oneLine,
  readNumbers,
  seriesColumns,
  type SurveyedColumn,
  type SurveyedRows,
} from '../data/chartSeries.ts';
import { extremes, linesOfMeasured } from '../data/chartSummary.ts';
import { chartWords } from '../chartWords.ts';
import { countryCode, countryName, smallCountries } from './countryNames.ts';

const latitudes = /^(geo_?)?lat(itude)?$/i;
const longitudes = /^(geo_?)?(lon|lng|long|longitude)$/i;
const countryNames = /country|nation|territory|\biso\b|iso_?[23]?$|alpha_?[23]/i;
const codeNames = /code|iso|alpha|numeric/i;

export const mapChart: ChartType = {
  name: () => t('Map'),
  choices: ['group', 'measure'],
  isSingleSeries: true,
  readSource: readMap,
  summarize: (content) => [chartWords.places(content.points.length), extremes(content, measured(content))].join(', '),
  pointLines: linesOfMeasured,
  drawing: async (content) => {
    const { drawMap } = await import('./mapDrawing.ts'); // loads the atlas
    return (theme, size) => drawMap(content, theme, size);
  },
};

/** The columns that locate a row. */
interface Where {
  readonly country: SurveyedColumn | undefined;
  readonly latitude: SurveyedColumn | undefined;
  readonly longitude: SurveyedColumn | undefined;
}

type Coordinates = Extract<MapLocation, { readonly longitude: number }>;

/** Reads countries if there are any, otherwise coordinates; a note lists rows that have neither. */
function readMap(source: SurveyedRows): DrawnContent | NoContent {
  const { surveyed, rows, choice } = source;
  const chosen = chosenColumn(surveyed, choice.group);
  const where = chosen ? { country: chosen, latitude: undefined, longitude: undefined } : findWhere(surveyed, rows);
  if (!where.country && !where.latitude) return noContent(chartWords.noPlaces);
  const locationOf = chooseReading(where, rows);
  const used = [where.country, where.latitude, where.longitude];
  const measure = chosenColumn(surveyed, choice.measure);
  const numeric = seriesColumns(source).filter((one) => one === measure || !used.includes(one));
  const label = chosen ?? labelFor(where, surveyed);
  const labelOf = (row: TableRow): string => {
    const text = oneLine(row.cells[label?.cell ?? -1] ?? '');
    if (!label || label !== where.country || !isCodes(label.column))
      return text || oneLine(row.name) || chartWords.emptyLabel;
    const code = countryCode(text);
    return code ? countryName(code) : text || chartWords.emptyLabel;
  };
  const keyOf = (row: TableRow): string => {
    const location = locationOf(row);
    return location && 'region' in location ? `region ${location.region}` : `label ${labelOf(row)}`;
  };
  const numbers = readNumbers({ labelName: label?.column.label ?? chartWords.row, labelOf, keyOf }, numeric, source);
  const points = numbers.points.map((point): ChartPoint => {
    const location = locationOf(rows[point.row ?? -1]);
    return location ? { ...point, location: shownAs(location) } : point;
  });
  const unknown = points.filter((point) => !point.location).map((point) => point.label);
  if (unknown.length === points.length) return noContent(chartWords.noPlaces);
  return {
    ...numbers,
    kind: 'geo',
    points,
    notes: [...(unknown.length > 0 ? [chartWords.unknownPlaces(unknown)] : []), ...numbers.notes],
  };
}

/** Countries that are too small for the atlas are drawn as dots. */
function shownAs(location: MapLocation): MapLocation {
  return 'region' in location ? (smallCountries.get(location.region) ?? location) : location;
}

function findWhere(surveyed: readonly SurveyedColumn[], rows: readonly TableRow[]): Where {
  const latitude = surveyed.find((one) => isNumeric(one) && isNamed(one.column, latitudes));
  const longitude = surveyed.find((one) => isNumeric(one) && isNamed(one.column, longitudes));
  const rated = surveyed
    .filter((one) => one.filled > 0 && (!isNumeric(one) || isNamed(one.column, countryNames)))
    .map((one) => {
      const isCountry = isNamed(one.column, countryNames);
      const known = rows.filter(({ cells }) => countryCode(cells[one.cell] ?? '') !== undefined).length;
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

/** Prefers coordinates if they locate more points than countries, for example for cities. */
function chooseReading(
  where: Where,
  rows: readonly TableRow[],
): (row: TableRow | undefined) => MapLocation | undefined {
  const region = (row: TableRow | undefined): MapLocation | undefined => {
    const code = where.country && countryCode(row?.cells[where.country.cell] ?? '');
    return code ? { region: code } : undefined;
  };
  const spot = (row: TableRow | undefined): Coordinates | undefined => readSpot(where, row);
  const regions = new Set(rows.map((row) => JSON.stringify(region(row))));
  const spots = new Set(rows.map((row) => JSON.stringify(spot(row))));
  return spots.size > regions.size ? (row) => spot(row) ?? region(row) : (row) => region(row) ?? spot(row);
}

function readSpot({ latitude, longitude }: Where, row: TableRow | undefined): Coordinates | undefined {
  if (!latitude || !longitude) return undefined;
  const [north, east] = [parseNumber(row?.cells[latitude.cell]), parseNumber(row?.cells[longitude.cell])];
  if (north === undefined || east === undefined || Math.abs(north) > 90 || Math.abs(east) > 180) return undefined;
  return { latitude: north, longitude: east };
}

function isCodes(column: Column): boolean {
  return isNamed(column, codeNames);
}

function labelFor(where: Where, surveyed: readonly SurveyedColumn[]): SurveyedColumn | undefined {
  const texts = surveyed.filter((one) => !isNumeric(one) && !isCodes(one.column));
  return labelColumn(texts) ?? where.country;
}
