import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { uselessKey } from '../../../../src/model/connection/checkConnectionEntry.ts';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import { inProject } from '../../../support/projectPaths.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
}

const { contributes } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  contributes: { configuration: { properties: { 'recordbench.connections': { items: Schema } } } };
};
const { properties = {} } = contributes.configuration.properties['recordbench.connections'].items;

/** Values that the settings editor accepts. */
function samples(schema: Schema): readonly JsonValue[] {
  if (schema.enum) return schema.enum;
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'string') return ['crm'];
  if (schema.type !== 'object') return [schema.minimum ?? 20];
  return [
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, samples(one)[0] ?? null])),
  ];
}

describe('strict check of a connection', () => {
  it('accepts the keys and values of the setting', () => {
    for (const [key, schema] of Object.entries(properties))
      for (const value of samples(schema))
        assert.equal(uselessKey({ [key]: value }), undefined, `${key}: ${JSON.stringify(value)}`);
  });

  it('rejects keys and values that would have no effect', () => {
    const found = (entry: JsonObject) => uselessKey(entry);
    assert.deepEqual(found({ baseUrl: 'https://a.example', color: 'pink' }), { key: 'color', isKnown: true });
    assert.deepEqual(found({ toString: 'x' }), { key: 'toString', isKnown: false });
    assert.deepEqual(found({ bulkEdit: { path: 'a', idsAz: 'comma' } }), { key: 'bulkEdit', isKnown: true });
    assert.deepEqual(found({ pageSize: 0 }), { key: 'pageSize', isKnown: true });
    assert.deepEqual(found({ lookUpViews: { leads: 'All' } }), { key: 'lookUpViews', isKnown: true });
  });
});
