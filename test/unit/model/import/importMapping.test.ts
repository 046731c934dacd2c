import assert from 'node:assert/strict';
import type { RecordField } from '../../../../src/model/form/formElement.ts';
import {
  type ColumnUse,
  guessMapping,
  importFields,
  type ImportSubject,
} from '../../../../src/model/import/importMapping.ts';
import { hasAlready, importedValue } from '../../../../src/model/import/importValue.ts';
import { answer, element, fieldOf, read } from '../../service/documented/form/formAnswer.ts';
import { column } from '../../services/export/exportPages.ts';
import { pluck } from '../../../support/pluck.ts';

const form = read(
  answer(
    {},
    {
      permission: 2,
      elements: [
        element('city', { label: 'City' }),
        element('email', { label: 'E-Mail Address' }),
        element('amount', { label: 'Amount', template: 'number' }),
        element('created', { label: 'Created', permission: 4 }),
        element('photo', { label: 'Photo', template: 'file' }),
      ],
    },
  ),
);
const computed = { ...column('shout', 'text', 'Shout'), isData: false };
const shown = { ...column('Owner', 'text', 'Owner'), columnName: 'leads.owned_by' };
const subject: ImportSubject = {
  form,
  columns: [column('leads.id', 'text', 'Number'), column('leads.city', 'text', 'Town'), computed, shown],
  lookUpColumns: [],
  alias: 'leads',
  primaryKey: 'leads.id',
};

const words = (uses: readonly ColumnUse[]): string[] =>
  uses.map((use) => (use.kind === 'field' ? use.field.at.join('.') : use.kind));

describe('field of an import column', () => {
  it('is guessed from names, labels and export titles', () => {
    const titles = ['id', 'Town', 'leads.email', 'amount'];
    assert.deepEqual(words(guessMapping(titles, subject, {})), ['id', 'city', 'email', 'amount']);
    const spelled = ['Number', 'city', 'email address', 'AMOUNT'];
    assert.deepEqual(words(guessMapping(spelled, subject, {})), ['id', 'city', 'email', 'amount']);
    assert.deepEqual(words(guessMapping(['City (leads.city)', 'ID'], subject, {})), ['city', 'id']);
  });

  it('is not a known field that is read-only', () => {
    const titles = ['Created', 'Photo', 'Shout', 'Owner', ''];
    assert.deepEqual(words(guessMapping(titles, subject, {})), ['left', 'left', 'left', 'left', 'left']);
    assert.deepEqual(pluck(importFields(subject), 'label'), ['City', 'E-Mail Address', 'Amount']);
  });

  it('is looked up once, however many columns a file has', () => {
    let looks = 0;
    const counted = subject.columns.map((one) => ({
      ...one,
      get label() {
        looks += 1;
        return one.label;
      },
    }));
    const titles = Array.from({ length: 5_000 }, (_, index) => `Title ${index}`);
    const uses = guessMapping([...titles, 'Town'], { ...subject, columns: counted }, {});
    assert.deepEqual(words(uses).slice(-2), ['unknown', 'city']);
    assert.ok(looks < 100, `${looks} looks`);
  });

  it('is left open if it is unknown or two columns would be the same', () => {
    assert.deepEqual(words(guessMapping(['Color', 'City', 'Town'], subject, {})), ['unknown', 'city', 'unknown']);
  });

  it('names the column that already has the field if a second one would set it', () => {
    const [, second] = guessMapping(['City', 'Town'], subject, {});
    assert.deepEqual(second, { kind: 'unknown', why: '“City” is already mapped to the column “City”.' });
  });

  it('is what the user chose the last time', () => {
    const [city] = form.fields;
    const kept = { Color: city?.key ?? '', amount: null, Code: 'id', Gone: 'leads.gone' };
    const titles = ['Color', 'amount', 'Code', 'Gone'];
    assert.deepEqual(words(guessMapping(titles, subject, kept)), ['city', 'left', 'id', 'unknown']);
  });
});

describe('import cell', () => {
  const text = fieldOf({});
  const choice = fieldOf({
    template: 'select',
    options: [
      { value: 'de', text: 'Germany' },
      { value: 'fr', text: 'France' },
    ],
  });
  const truth = fieldOf({ template: 'checkbox' });
  const number = fieldOf({ template: 'number' });

  it('is parsed as people write it', () => {
    const said = (field: RecordField, cell: string | null): string | null => importedValue(field, cell, true);
    assert.deepEqual([said(text, null), said(text, ''), said(text, 'a')], [null, null, 'a']);
    assert.deepEqual([said(text, "'=1"), said(text, "''=1"), said(text, "'a'")], ['=1', "'=1", "'a'"]);
    assert.equal(importedValue(text, "'=1", false), "'=1");
    assert.deepEqual([said(choice, 'de'), said(choice, 'germany '), said(choice, 'Spain')], ['de', 'de', 'Spain']);
    assert.deepEqual([said(truth, 'TRUE'), said(truth, 'no'), said(truth, 'x')], ['1', '0', 'x']);
    const several = fieldOf({ template: 'multiselect', options: { a: 'Food, drinks', b: 'Music', 'c,d': 'Both' } });
    const cells = ['a,b', 'b', 'Food, drinks, Music', 'music', 'Music, Both', 'x,b', '["a","b"]'];
    assert.deepEqual(
      cells.map((cell) => said(several, cell)),
      ['a,b', 'b', 'a,b', 'b', 'Music, Both', 'x,b', '["a","b"]'],
    );
  });

  it('is no change if the record has the value, however it was written', () => {
    const same = (value: string | null, cell: string | null, field = text): boolean =>
      hasAlready(field, value, importedValue(field, cell, true), cell);
    assert.ok(same(null, null) && same('', null) && same(null, ''));
    const date = fieldOf({ template: 'date' });
    assert.ok(same('0000-00-00', null, date) && same(null, '0000-00-00', date) && !same('0000-00-00', null));
    assert.ok(same('12.50', '12.5', number) && same('a\r\nb', 'a\nb') && same('=1', "'=1") && same("'=1", "'=1"));
    assert.ok(same(`${'x'.repeat(32_767)}more`, 'x'.repeat(32_767)));
    assert.ok(
      !same('a', null) &&
        !same('a', 'b') &&
        !same('007', '7a') &&
        !same('007', '7') &&
        !same('12.50', '12.5') &&
        !same('more', 'mor'),
    );
  });
});
