import assert from 'node:assert/strict';
import type { Column, RecordPage } from '../../../src/model/list/recordPage.ts';
import {
  changedRows,
  changesBetween,
  readSnapshot,
  snapshotJson,
  type Snapshot,
  snapshotOfList,
  snapshotOfRecord,
  snapshotTexts,
  withOwn,
} from '../../../src/model/snapshot.ts';
import type { JsonValue } from '../../../src/model/json.ts';
import { answer, element, read } from '../service/documented/form/formAnswer.ts';
import { plainColumn } from '../../support/plainColumn.ts';

const record = (values: Record<string, string | null>): Snapshot =>
  snapshotOfRecord(read(answer(values, { permission: 2, elements: [element('city'), element('score')] })), () => false);

const column = (label: string, more: Partial<Column> = {}): Column =>
  plainColumn(label, { columnName: undefined, ...more });

type Rows = Record<string, string>;

function list(cities: Rows, total = Object.keys(cities).length, columns = [column('City')]): Snapshot {
  const page: RecordPage = {
    columns,
    rows: Object.entries(cities).map(([id, city]) => ({
      id,
      name: `Lead ${id}`,
      isDeleted: false,
      canEdit: true,
      canDelete: true,
      canComment: true,
      cells: columns.map(({ label }) => (label === 'City' ? city : 'x')),
    })),
    page: 1,
    pageSize: 100,
    total,
    listViewId: 'all',
    listViewName: 'All Leads',
    alias: 'leads',
    primaryKey: 'leads.id',
  };
  return snapshotOfList(page, 'crm/leads');
}

const rows = (change: Partial<Record<'added' | 'changed' | 'gone' | 'more', number>>): unknown => ({
  kind: 'rows',
  added: 0,
  changed: 0,
  gone: 0,
  more: 0,
  ...change,
});

describe('difference between two snapshots', () => {
  it('of a record has the changed fields, without those the service maintains', () => {
    const before = record({ city: 'Goa', score: '1', modified: '2026-01-01' });
    assert.equal(changesBetween(before, before), undefined);
    assert.equal(changesBetween(before, record({ city: 'Goa', score: '1', modified: '2026-02-02' })), undefined);
    const news = changesBetween(before, record({ city: 'Pune', score: null, modified: '2026-02-02' }));
    assert.deepEqual(news, { kind: 'fields', labels: ['CITY', 'SCORE'] });
  });

  it('of a record says that it was deleted or restored', () => {
    const there = record({ city: 'Goa' });
    const gone: Snapshot = { kind: 'gone', name: 'Lead 1' };
    assert.deepEqual(changesBetween(there, gone), { kind: 'gone' });
    assert.deepEqual(changesBetween(gone, there), { kind: 'back' });
    assert.equal(changesBetween(gone, gone), undefined);
  });

  it('of a list view has the added, changed and removed rows', () => {
    const before = list({ 1: 'Goa', 2: 'Goa', 3: 'Goa' });
    assert.equal(changesBetween(before, list({ 3: 'Goa', 2: 'Goa', 1: 'Goa' })), undefined);
    const after = list({ 1: 'Pune', 2: 'Goa', 4: 'Agra' });
    assert.deepEqual(changesBetween(before, after), rows({ added: 1, changed: 1, gone: 1 }));
  });

  it('of a long list view omits rows that only moved off the first page', () => {
    const before = list({ 1: 'Goa', 2: 'Goa' }, 500);
    assert.deepEqual(changesBetween(before, list({ 9: 'Agra', 1: 'Goa' }, 501)), rows({ added: 1, more: 1 }));
    assert.deepEqual(changesBetween(before, list({ 1: 'Goa', 2: 'Goa' }, 480)), rows({ more: -20 }));
  });

  it('of a list view omits added and removed columns', () => {
    const before = list({ 1: 'Goa' });
    assert.equal(changesBetween(before, list({ 1: 'Goa' }, 1, [column('Stage'), column('City')])), undefined);
  });

  it('omits changes made by the user', () => {
    const before = list({ 1: 'Goa', 2: 'Goa', 3: 'Goa' });
    const now = list({ 1: 'Pune', 3: 'Agra', 4: 'Kochi' });
    const seen = withOwn(before, now, new Set(['1', '2', '4']));
    assert.deepEqual(changesBetween(seen, now), rows({ changed: 1 }));
    const [mine, theirs] = [record({ city: 'Pune' }), record({ city: 'Goa' })];
    assert.equal(changesBetween(withOwn(theirs, mine, new Set(['1'])), mine), undefined);
  });

  it('can be shown side by side', () => {
    const goa = record({ city: 'Goa' });
    const { readable, json } = snapshotTexts(goa, record({ city: 'Pune' }));
    assert.deepEqual(readable, { before: 'CITY: Goa\n', after: 'CITY: Pune\n' });
    assert.deepEqual(json, { before: '{\n  "city": "Goa"\n}\n', after: '{\n  "city": "Pune"\n}\n' });
    // a snapshot from an earlier window has no form
    const earlier = readSnapshot(snapshotJson(goa)) ?? assert.fail();
    assert.equal(snapshotTexts(earlier, record({ city: 'Pune' })).readable.before, 'CITY: Goa\n');
    const listed = snapshotTexts(list({ 1: 'Goa\n  Old' }), { kind: 'gone', name: 'Lead 1' });
    assert.deepEqual(listed.readable, { before: 'Lead 1\n  City: Goa ⏎ Old\n', after: '' });
    const hidden = list({ 1: '1234.5' }, 1, [
      column('City', { kind: 'number' }),
      column('Hidden', { isVisible: false }),
    ]);
    assert.equal(snapshotTexts(hidden, hidden).readable.after, 'Lead 1\n  City: 1,234.5\n');
    assert.equal(snapshotTexts(hidden, hidden).json.after, '{\n  "1": {\n    "City": "1234.5"\n  }\n}\n');
  });

  it('omits fields named like a secret, in a record or a list', () => {
    const before = record({ city: 'Goa', user_password: 'hunter2' });
    assert.equal(changesBetween(before, record({ city: 'Goa', user_password: 'hunter3' })), undefined);
    assert.ok(!JSON.stringify(snapshotJson(before)).includes('hunter'));
    const columns = [column('City'), column('Api token')];
    const seen = list({ 1: 'Goa' }, 1, columns);
    assert.deepEqual(snapshotJson(seen)['labels'], ['City']);
  });
});

describe('persisted snapshot', () => {
  it('round-trips, except for the form', () => {
    for (const look of [
      record({ city: 'Goa' }),
      list({ 1: 'Goa', 2: 'Pune' }, 7),
      { kind: 'gone', name: 'Lead 1' } as const,
    ]) {
      const again = readSnapshot(JSON.parse(JSON.stringify(snapshotJson(look))) as JsonValue);
      assert.ok(again);
      assert.equal(changesBetween(again, look), undefined);
      assert.deepEqual(snapshotJson(again), snapshotJson(look));
    }
    const changed = readSnapshot(snapshotJson(record({ city: 'Goa' })));
    assert.deepEqual(changed && changesBetween(changed, record({ city: 'Pune' })), {
      kind: 'fields',
      labels: ['CITY'],
    });
  });

  it('has each changed row of a list, with its columns before and after', () => {
    assert.deepEqual(changedRows(list({ 1: 'Goa', 2: 'Goa', 3: 'Goa' }), list({ 1: 'Goa', 2: 'Pune', 4: 'Agra' })), [
      { id: '2', name: 'Lead 2', fields: [{ at: ['City'], label: 'City', from: 'Goa', to: 'Pune' }] },
    ]);
    assert.deepEqual(changedRows(record({}), list({})), []);
  });
});
