import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };
import { shortCode } from '../data/countryCodes.ts';

/** The atlas has no number for Kosovo, nor for two places that it draws apart and ISO counts to another. */
const withoutNumber: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };
const antarctica = 'AQ';

/** Countries as GeoJSON, named by their two letters; without Antarctica, which takes a fifth of the height. */
export function worldMap(): { type: 'FeatureCollection'; features: object[] } {
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const countries = topology.objects['countries'];
  const all = countries ? feature(topology, countries) : undefined;
  const features = all?.type === 'FeatureCollection' ? all.features : [];
  return {
    type: 'FeatureCollection',
    features: features
      .map(({ id, properties, geometry }) => ({
        type: 'Feature',
        properties: { name: codeOf(id, String(properties?.['name'])) },
        geometry: 'coordinates' in geometry ? { ...geometry, coordinates: unbroken(geometry.coordinates) } : geometry,
      }))
      .filter((one) => one.properties.name !== antarctica),
  };
}

type Nested = number | readonly Nested[];

/** A coast that crosses the 180th meridian goes on beyond it, instead of back across the whole map. */
function unbroken(coordinates: Nested): Nested {
  if (!Array.isArray(coordinates)) return coordinates;
  const list = coordinates as readonly Nested[];
  if (!isRing(list)) return list.map(unbroken);
  const crosses = list.some(([longitude], place) => Math.abs(longitude - (list[place - 1]?.[0] ?? longitude)) > 180);
  return crosses ? list.map(([longitude, latitude]) => [longitude < 0 ? longitude + 360 : longitude, latitude]) : list;
}

function isRing(list: readonly Nested[]): list is readonly (readonly [number, number])[] {
  const [first] = list;
  return Array.isArray(first) && typeof first[0] === 'number';
}

function codeOf(number: string | number | undefined, name: string): string {
  return shortCode.get(String(number)) ?? withoutNumber[name] ?? name;
}
