import assert from 'node:assert/strict';
import { columnChoices, knownChoices } from '../../../../src/model/list/columnOrder.ts';
import { plainColumn } from '../../../support/plainColumn.ts';

const columns = [plainColumn('leads.name'), plainColumn('leads.city')];
const none = { order: [], hidden: [], shown: [], pinned: [] };

describe('columns chosen by someone else', () => {
  it('apply as far as the table has them', () => {
    assert.deepEqual(
      knownChoices(columns, { order: ['leads.city', 'x', 'leads.city', 'leads.name'], hidden: ['y', 'leads.name'] }),
      { ...none, order: ['leads.city', 'leads.name'], hidden: ['leads.name'] },
    );
    assert.equal(knownChoices(columns, { order: ['x'], pinned: ['y'] }), undefined);
  });

  it('never hide every column', () => {
    assert.equal(knownChoices(columns, { hidden: ['leads.name', 'leads.city'] }), undefined);
  });

  it('are written without empty choices', () => {
    assert.deepEqual(columnChoices({ ...none, hidden: ['a'] }), { hidden: ['a'] });
    assert.equal(columnChoices(none), undefined);
    assert.equal(columnChoices(undefined), undefined);
  });
});
