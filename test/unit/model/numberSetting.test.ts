import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { settings } from '../../../src/manifest.ts';
import {
  boundedNumber,
  connectionNumbers,
  type NumberSetting,
  numberSettings,
} from '../../../src/model/numberSetting.ts';
import { inProject } from '../../support/projectPaths.ts';

interface Described {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly properties: Record<string, Described> };
}

const { contributes } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  readonly contributes: { readonly configuration: { readonly properties: Record<string, Described> } };
};
const described = contributes.configuration.properties;
const isNumber = ({ type }: Described): boolean => type === 'number' || type === 'integer';
/** The maximum delay of a timer; a longer one fires immediately. */
const longestTimer = 2 ** 31 - 1;

describe('number setting', () => {
  const names = Object.keys(numberSettings) as NumberSetting[];

  it('always has bounds', () => {
    const inPackage = Object.keys(described).filter((id) => isNumber(described[id] ?? {}));
    assert.deepEqual(inPackage.toSorted(), names.map((name) => settings[name] as string).toSorted());
    const ofConnection = described[settings.connections]?.items?.properties ?? {};
    const numbers = Object.keys(ofConnection).filter((name) => isNumber(ofConnection[name] ?? {}));
    assert.deepEqual(numbers.toSorted(), Object.keys(connectionNumbers).toSorted());
    for (const [name, { min, max }] of Object.entries(connectionNumbers))
      assert.deepEqual([ofConnection[name]?.minimum, ofConnection[name]?.maximum], [min, max], name);
  });

  for (const name of names)
    it(`has the same bounds in package.json: ${name}`, () => {
      const { usual, min, max, ...more } = numberSettings[name];
      const inPackage = described[settings[name]] ?? {};
      assert.deepEqual(
        [inPackage.default, inPackage.minimum, inPackage.maximum, inPackage.type],
        [usual, 'canBeOff' in more ? 0 : min, max, 'isWhole' in more ? 'integer' : 'number'],
      );
    });

  for (const name of names)
    it(`is usable, whatever is configured: ${name}`, () => {
      const bounds = numberSettings[name];
      const odd = [undefined, null, '30', [], {}, true, Number.NaN, -1, -1e9, 0, 1e-9, 0.5, 2 ** 31, 1e9, 1e300];
      for (const value of [...odd, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        const used = boundedNumber(value, bounds);
        const isWithin = used >= bounds.min && used <= bounds.max;
        assert.ok(isWithin || ('canBeOff' in bounds && used === 0), `${inspect(value)} became ${used}`);
        if ('isWhole' in bounds) assert.ok(Number.isInteger(used), `${inspect(value)} became ${used}`);
        if (/seconds|timeout/i.test(name)) assert.ok(used * 1_000 * 10 <= longestTimer, `${inspect(value)}: ${used}`);
      }
      assert.equal(boundedNumber(bounds.max, bounds), bounds.max);
    });

  it('uses the default if invalid, and the max if too large', () => {
    const { requestTimeout, watchSeconds, bulkAskCountAbove } = numberSettings;
    assert.deepEqual(
      [Number.NaN, '5', 0, -3, 0.5, 1e9].map((value) => boundedNumber(value, requestTimeout)),
      [30, 30, 30, 30, 1, 600],
    );
    assert.deepEqual([boundedNumber(0, watchSeconds), boundedNumber(-1, watchSeconds)], [0, 0]);
    assert.equal(boundedNumber(-1, bulkAskCountAbove), 0);
    assert.equal(boundedNumber('x', requestTimeout, 7), 7);
  });
});
