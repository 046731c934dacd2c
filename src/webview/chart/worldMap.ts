import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };
import { shortCode } from './countryCodes.ts';

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
      .map((one) => ({ ...one, properties: { name: codeOf(one.id, String(one.properties?.['name'])) } }))
      .filter((one) => one.properties.name !== antarctica),
  };
}

function codeOf(number: string | number | undefined, name: string): string {
  return shortCode.get(String(number)) ?? withoutNumber[name] ?? name;
}
