import assert from 'node:assert/strict';
import type { Column } from '../../../../../src/model/list/recordPage.ts';
import type { TableRow } from '../../../../../src/features/table/tableProtocol.ts';
import { ChangedCells } from '../../../../../src/features/table/page/tableModel.ts';
import { plainRow } from '../../../../support/plainColumn.ts';

const columns = (...keys: string[]): Column[] => keys.map((key) => ({ key }) as Column);
const row = (id: string | null, ...cells: (string | null)[]): TableRow => plainRow(id, cells);

describe('cells changed by a refresh', () => {
  it('are found by record and column, wherever those are now', () => {
    const changed = new ChangedCells();
    changed.snapshot([row('1', 'Goa', '5'), row('2', 'Pune', null)], columns('city', 'score'));
    assert.equal(changed.compare([row('2', '7', 'Pune'), row('1', '5', 'Goa')], columns('score', 'city')), 1);
    assert.equal(changed.was('2', 'score'), null);
    assert.equal(changed.was('1', 'city'), undefined);
    assert.equal(changed.was(null, 'city'), undefined);
  });

  it('are compared with the last seen values, once per refresh', () => {
    const changed = new ChangedCells();
    changed.snapshot([row('1', 'a')], columns('city'));
    changed.compare([row('1', 'b')], columns('city'));
    assert.equal(changed.compare([row('1', 'c')], columns('city')), 0, 'a page that comes again is no news');
    changed.snapshot([row('1', 'b')], columns('city'));
    changed.compare([row('1', 'c')], columns('city'));
    assert.deepEqual([changed.was('1', 'city'), changed.count], ['a', 1]);
    assert.equal(changed.acknowledge('1', 'city'), true);
    assert.equal(changed.acknowledge('1', 'city'), false);
    assert.equal(changed.count, 0);
  });

  it('treat an empty text and no value as equal', () => {
    const changed = new ChangedCells();
    changed.snapshot([row('1', '')], columns('city'));
    assert.equal(changed.compare([row('1', null)], columns('city')), 0);
  });

  it('exclude cells that the user edited', () => {
    const changed = new ChangedCells();
    changed.trackStaged({ 1: { city: { from: 'Goa', to: 'Pune' } } });
    changed.trackStaged({});
    changed.snapshot([row('1', 'Goa')], columns('city'));
    assert.equal(changed.compare([row('1', 'Pune')], columns('city')), 0);
    changed.snapshot([row('1', 'Pune')], columns('city'));
    assert.equal(changed.compare([row('1', 'Agra')], columns('city')), 1);
  });

  it('are cleared when they return to the last seen value', () => {
    const changed = new ChangedCells();
    changed.snapshot([row('1', 'a')], columns('city'));
    changed.compare([row('1', 'b')], columns('city'));
    changed.snapshot([row('1', 'b')], columns('city'));
    changed.compare([row('1', 'a')], columns('city'));
    assert.deepEqual([changed.was('1', 'city'), changed.count, changed.marks.size], [undefined, 0, 0]);
  });
});
