import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import { shortCode } from '../../../src/features/table/page/chart/kinds/countryNames.ts';
import { inProject } from '../../support/projectPaths.ts';

type Topology = Parameters<typeof feature>[0];
type Point = readonly [longitude: number, latitude: number];

/** Less than a pixel at maximum zoom, where 360 degrees are 16 times the width of a wide window. */
const leastSeen = 0.02;

function countriesOf(topology: Topology): { id: string; name: unknown; points: Point[] }[] {
  const { countries } = topology.objects;
  assert.ok(countries);
  const all = feature(topology, countries);
  assert.ok(all.type === 'FeatureCollection');
  return all.features.map(({ id, properties, geometry }) => {
    assert.ok('coordinates' in geometry);
    const numbers = geometry.coordinates.flat(4);
    const points = numbers.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, numbers[index + 1] ?? 0]] : []));
    return { id: String(id), name: properties?.['name'], points };
  });
}

describe('bundled world map', () => {
  let whole: ReturnType<typeof countriesOf> = [];
  let shipped: ReturnType<typeof countriesOf> = [];

  before(async () => {
    const { drawnCountries } = (await import(inProject('esbuild.mjs'))) as {
      drawnCountries: (atlas: Topology) => Topology;
    };
    const atlas = JSON.parse(
      readFileSync(inProject('node_modules/world-atlas/countries-110m.json'), 'utf8'),
    ) as Topology;
    whole = countriesOf(atlas);
    shipped = countriesOf(drawnCountries(atlas));
  });

  it('has every country, by number or by name', () => {
    assert.ok(whole.length > 150);
    assert.deepEqual(
      shipped.map(({ id, name }) => (shortCode.has(id) ? id : name)),
      whole.map(({ id, name }) => (shortCode.has(id) ? id : name)),
    );
  });

  it('keeps every coastline within visible accuracy', () => {
    for (const [place, { points, id }] of shipped.entries()) {
      const exact = whole[place]?.points ?? [];
      const isNear = ([x, y]: Point, others: readonly Point[]): boolean =>
        others.some((other) => Math.abs(other[0] - x) <= leastSeen && Math.abs(other[1] - y) <= leastSeen);
      assert.ok(
        points.every((point) => isNear(point, exact)),
        id,
      );
      assert.ok(
        exact.every((point) => isNear(point, points)),
        id,
      );
    }
  });
});
