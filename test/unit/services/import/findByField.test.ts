import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import type { FieldKind } from '../../../../src/model/form/fieldKind.ts';
import { type FieldMatch, findByField } from '../../../../src/services/import/findByField.ts';
import type { LookUpPage } from '../../../../src/model/list/lookUpView.ts';
import { column, page, row } from '../export/exportPages.ts';

describe('look-up of a record by a field', () => {
  const never = new AbortController().signal;
  const leads = controllerName('crm', 'leads');

  function found(kind: FieldKind, value: string, cells: readonly string[], total = cells.length): Promise<FieldMatch> {
    const code = column('leads.code', 'text', 'Code');
    const rows = cells.map((cell, at) => row(`r${at}`, cell));
    const view = { listView: 'all', name: 'All', showsAll: true };
    const lookUp = async (): Promise<LookUpPage> => ({ ...page(rows, { columns: [code], total }), view });
    return findByField({ lookUp }, leads, { field: { kind, label: 'Code' }, column: code }, value, never);
  }

  it('compares values as the field kind does', async () => {
    assert.deepEqual(await found('text', 'AB12x', ['AB12x']), { ids: ['r0'] });
    assert.deepEqual(await found('text', 'AB12x', ['ab12X', 'AB12x']), { ids: ['r1'] });
    assert.deepEqual(await found('number', '1.50', ['1.5']), { ids: ['r0'] });
    assert.deepEqual(await found('text', 'AB12x', []), { ids: [] });
  });

  it('reports neither a match nor a missing record for an almost equal value', async () => {
    for (const [value, cell] of [
      ['ab12X', 'AB12x'],
      ['AB12x', ' AB12x '],
      ['Nunez', 'Núñez'],
      ['Strasse', 'Straße'],
      ['A B', 'A  B'],
    ] as const) {
      const { ids, why } = await found('text', value, [cell]);
      assert.equal(ids, undefined, value);
      assert.match(
        why ?? '',
        /^The service has “.*” for “Code”, which differs from “.*” only in case, spaces, or accents\./,
      );
    }
  });

  it('fails if the service ignores the condition, or returns more matches than a page holds', async () => {
    await assert.rejects(found('text', 'AB12x', ['AB12x', 'Other']), /the service returned records with a different/);
    assert.match(
      (await found('text', 'AB12x', ['AB12x'], 300)).why ?? '',
      /^Too many records have a value like “AB12x”/,
    );
  });
});
