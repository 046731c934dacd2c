import assert from 'node:assert/strict';
import { countryCode } from '../../../../../../../src/features/table/page/chart/kinds/countryNames.ts';
import { column, drawn, labels, numbers, rows } from '../chartRows.ts';
import { pluck } from '../../../../../../support/pluck.ts';

describe('country name', () => {
  const known: readonly (readonly [string, string])[] = [
    ['DE', 'DE'],
    ['de', 'DE'],
    ['DEU', 'DE'],
    ['276', 'DE'],
    ['36', 'AU'],
    ['Germany', 'DE'],
    [' united states of america ', 'US'],
    ['USA', 'US'],
    ['UK', 'GB'],
    ['Korea, Republic of', 'KR'],
    ["Korea (Democratic People's Republic of)", 'KP'],
    ['South Korea', 'KR'],
    ['Iran, Islamic Republic of', 'IR'],
    ['Côte d’Ivoire', 'CI'],
    ['Ivory Coast', 'CI'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Congo', 'CG'],
    ['Democratic Republic of the Congo', 'CD'],
    ['St. Lucia', 'LC'],
    ['Viet Nam', 'VN'],
    ['Kosovo', 'XK'],
  ];
  for (const [text, code] of known) it(`is recognized as “${text}”`, () => assert.equal(countryCode(text), code));

  for (const text of ['', 'Atlantis', 'ZZ', '999', 'constructor', 'North'])
    it(`is not recognized as “${text}”`, () => assert.equal(countryCode(text), undefined));
});

describe('map', () => {
  it('places rows by country and excludes their coordinates from the series', () => {
    const content = drawn(
      'geo',
      [
        column('Country'),
        column('Country code'),
        column('Latitude', 'number'),
        column('Longitude', 'number'),
        column('Records', 'number'),
      ],
      rows(['Germany', 'DE', '52.5', '13.4', '7'], ['Singapore', 'SG', '1.3', '103.8', '3']),
    );
    assert.deepEqual(labels(content), ['Germany', 'Singapore']);
    assert.deepEqual(numbers(content), [[7, 3]]);
    assert.deepEqual(content.points[0]?.location, { region: 'DE' });
    // too small for the atlas
    assert.deepEqual(content.points[1]?.location, { longitude: 103.8, latitude: 1.4 });
  });

  it('parses codes of any kind, and shows country names', () => {
    const content = drawn('geo', [column('Country code'), column('N', 'number')], rows(['DEU', '1'], ['FRA', '2']));
    assert.deepEqual(labels(content), ['Germany', 'France']);
    const numeric = drawn(
      'geo',
      [column('Country code', 'number'), column('N', 'number')],
      rows(['276', '1'], ['250', '2']),
    );
    assert.deepEqual(labels(numeric), ['Germany', 'France']);
    assert.deepEqual(numbers(numeric), [[1, 2]]);
  });

  it('sums rows of one country under two names', () => {
    const content = drawn('geo', [column('Country'), column('N', 'number')], rows(['UK', '1'], ['Great Britain', '2']));
    assert.deepEqual(numbers(content), [[3]]);
  });

  it('lists unknown locations', () => {
    const content = drawn(
      'geo',
      [column('Country'), column('N', 'number')],
      rows(['Germany', '1'], ['Atlantis', '2'], ['Mordor', '3'], [null, '4']),
    );
    assert.deepEqual(content.notes, ['3 places are not on the map: Atlantis, Mordor, (empty)']);
    assert.equal(content.points.length, 4);
  });

  it('shows points if a country has several, and if there is no country', () => {
    const columns = [
      column('City'),
      column('Country'),
      column('lat', 'number'),
      column('lng', 'number'),
      column('N', 'number'),
    ];
    const cities = rows(['Berlin', 'Germany', '52.5', '13.4', '1'], ['Munich', 'Germany', '48.1', '11.6', '2']);
    assert.deepEqual(pluck(drawn('geo', columns, cities).points, 'location'), [
      { latitude: 52.5, longitude: 13.4 },
      { latitude: 48.1, longitude: 11.6 },
    ]);
    const spots = drawn(
      'geo',
      [column('Site'), column('lat', 'number'), column('lng', 'number'), column('N', 'number')],
      rows(['A', '52.5', '13.4', '1'], ['B', '91', '0', '2']),
    );
    assert.deepEqual(spots.notes, ['1 place is not on the map: B']);
  });
});
