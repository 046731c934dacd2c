import assert from 'node:assert/strict';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Column, ColumnKind } from '../../../../src/model/list/recordPage.ts';
import { pastedValue } from '../../../../src/model/list/pastedValue.ts';
import { ChoiceLabels, columnText, shownColumn } from '../../../../src/model/list/shownColumn.ts';
import { searchTerms, distinguishingValues } from '../../../../src/model/list/searchWords.ts';
import { setNumberLocale } from '../../../../src/model/formatNumber.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

const countries = { DE: 'Germany', FR: 'France', XX: '' };
const tags = { a: 'Food, drinks', b: 'Music', c: 'Sports' };

function formOf(name: string, more: JsonObject): RecordForm {
  return read(answer({ [name]: null }, { permission: 2, elements: [element(name, more)] }));
}

function column(name: string, kind: ColumnKind = 'text', more: Partial<Column> = {}): Column {
  return plainColumn(`leads.${name}`, { kind, ...more });
}

describe('column metadata from a record form', () => {
  it('has the labels of choices, one or several, whatever the column contains', () => {
    const one = shownColumn(
      column('country', 'number'),
      'leads',
      formOf('country', { template: 'select', options: countries }),
    );
    assert.deepEqual(one, {
      kind: 'number',
      options: [
        { value: 'DE', text: 'Germany' },
        { value: 'FR', text: 'France' },
        { value: 'XX', text: '' },
      ],
    });
    const several = formOf('tags', { template: 'multiselect', options: tags });
    assert.equal(shownColumn(column('tags'), 'leads', several)?.isSeveral, true);
  });

  it('provides labels for search details once such a form was read', () => {
    const form = formOf('country', { template: 'select', options: countries });
    const page = { columns: [column('country', 'text', { label: 'Country', isVisible: true })], alias: 'leads' };
    const may = { canEdit: undefined, canDelete: undefined, canComment: undefined };
    const row = { id: '1', name: 'Mia', isDeleted: false, cells: ['DE'], ...may };
    assert.deepEqual(distinguishingValues(page, row, searchTerms('mia'), form), ['Country: Germany']);
    assert.deepEqual(distinguishingValues(page, row, searchTerms('mia')), ['Country: DE']);
  });

  it('has a more precise kind, unless the list shows a label instead of the value', () => {
    const kindOf = (template: string, shown: Column): string | undefined =>
      shownColumn(shown, 'leads', formOf('x', { template }))?.kind;
    assert.equal(kindOf('date', column('x')), 'date');
    assert.equal(kindOf('date', column('x', 'dateTime')), 'date');
    assert.equal(kindOf('time', column('x')), 'time');
    assert.equal(kindOf('checkbox', column('x', 'number')), 'boolean');
    assert.equal(kindOf('number', column('x')), 'number');
    assert.equal(kindOf('date', column('x', 'text', { key: 'Born' })), undefined);
  });

  it('is empty if the column has the same metadata, or belongs to another record', () => {
    const form = formOf('country', { template: 'select', options: countries });
    assert.equal(shownColumn(column('city'), 'leads', form), undefined);
    assert.equal(shownColumn(plainColumn('category.country'), 'leads', form), undefined);
    assert.equal(shownColumn(column('country'), 'leads', formOf('country', { template: 'text' })), undefined);
  });

  it('has no labels if one equals the value of another choice, or all equal their values', () => {
    for (const options of [
      { 1: '2', 2: '3' },
      { a: 'a', b: 'b' },
    ]) {
      const form = formOf('grade', { template: 'select', options });
      assert.equal(shownColumn(column('grade'), 'leads', form), undefined);
    }
  });
});

describe('label of a choice in a cell', () => {
  const labelsOf = (template: string, options: JsonObject): ChoiceLabels =>
    new ChoiceLabels(shownColumn(column('x'), 'leads', formOf('x', { template, options })) ?? {});

  it('is from the form, for values and labels; other values stay unchanged', () => {
    const labels = labelsOf('select', countries);
    assert.deepEqual(
      ['DE', 'Germany', 'XX', 'Atlantis', '__proto__', 'constructor'].map((cell) => labels.labelFor(cell)),
      ['Germany', 'Germany', 'XX', 'Atlantis', '__proto__', 'constructor'],
    );
  });

  it('applies to each of several choices, however the list writes them', () => {
    const labels = labelsOf('multiselect', tags);
    for (const cell of ['b,c', 'b, c', '["b","c"]', 'Music, Sports', 'b|c'])
      assert.equal(labels.labelFor(cell), 'Music, Sports');
    assert.equal(labels.labelFor('a,b'), 'Food, drinks, Music');
    assert.equal(labels.labelFor('b,unknown'), 'Music, unknown');
  });

  it('is copied if it pastes as the same choice; otherwise the value is copied', () => {
    const twins = { 1: 'Springfield', 2: 'springfield', 3: 'Shelbyville' };
    const labels = labelsOf('select', twins);
    assert.deepEqual(
      ['1', '2', '3'].map((cell) => labels.clipboardText(cell)),
      ['1', '2', 'Shelbyville'],
    );
    const several = labelsOf('multiselect', { ...tags, d: 'Music' });
    assert.equal(several.clipboardText('a,c'), 'Food, drinks, Sports');
    assert.equal(several.clipboardText('b,c'), 'b,c');
  });

  it('is pasted as the value that the list writes', () => {
    const cases = [
      ['select', countries, ['DE', 'FR', 'XX']],
      ['multiselect', tags, ['a', 'a,c', 'b,c']],
      ['select', { 1: 'Springfield', 2: 'springfield' }, ['1', '2']],
    ] as const;
    for (const [template, options, cells] of cases) {
      const form = formOf('x', { template, options });
      const labels = labelsOf(template, options);
      for (const cell of cells) {
        const back = pastedValue(form.fields[0] ?? assert.fail('no field'), labels.clipboardText(cell), cells);
        assert.equal(back.why ?? back.to, cell);
      }
    }
  });
});

describe('displayed column', () => {
  before(() => setNumberLocale('de-DE'));
  after(() => setNumberLocale('en'));

  it('has labels, and dates and numbers in the locale of the user', () => {
    assert.equal(columnText({ kind: 'text', options: [{ value: 'DE', text: 'Germany' }] }, 'a')('DE'), 'Germany');
    assert.equal(columnText({ kind: 'number' }, 'amount')('1234.5'), '1.234,5');
    assert.equal(columnText({ kind: 'number' }, 'owner_id')('1234'), '1234');
    assert.equal(columnText({ kind: 'date' }, 'a')('2026-11-16'), '16.11.2026');
    assert.equal(columnText({ kind: 'date' }, 'a')('0000-00-00'), '');
    assert.equal(columnText({ kind: 'time' }, 'a')('14:30'), '14:30');
  });
});
