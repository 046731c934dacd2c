import assert from 'node:assert/strict';
import { columnField, createdColumn, whyNotInTable, whyTextOnly } from '../../../../src/model/list/columnField.ts';
import type { Column } from '../../../../src/model/list/recordPage.ts';
import { plainColumn } from '../../../support/plainColumn.ts';
import { answer, element, read } from '../../service/documented/form/formAnswer.ts';

describe('field of a column', () => {
  it('is named without the alias', () => {
    assert.equal(columnField(plainColumn('leads.city'), 'leads').field, 'city');
    assert.equal(columnField(plainColumn('city'), 'leads').field, 'city');
    assert.equal(columnField(plainColumn('leads.city'), undefined).field, 'city');
  });

  it('is found under an alias, which suffices for a reference and for a choice with unique labels', () => {
    const country = plainColumn('Country', { columnName: 'leads.country' });
    assert.deepEqual(columnField(country, 'leads'), { field: 'country', isText: true });
    const { fields } = read(
      answer(
        { country: '1', __country: 'Peru', city: 'Goa' },
        { permission: 2, elements: ['country', 'city'].map((key) => element(key)) },
      ),
    );
    assert.equal(whyTextOnly(country, fields[0]), undefined);
    assert.match(whyTextOnly(country, fields[1]) ?? '', /shows a label instead of the stored value/);
    assert.match(whyTextOnly(country, undefined) ?? '', /shows a label instead of the stored value/);
    const choice = (...options: (readonly [value: string, text: string])[]) => {
      const elements = [
        element('country', { template: 'select', options: options.map(([value, text]) => ({ value, text })) }),
      ];
      return read(answer({ country: '1' }, { permission: 2, elements })).fields[0];
    };
    const clear = choice(['1', 'Peru'], ['2', 'Chile']);
    assert.equal(clear?.kind, 'choice');
    for (const shown of ['Peru', '', null, undefined]) assert.equal(whyTextOnly(country, clear, shown), undefined);
    // a different text, two choices with the same name, a label that is another choice's value
    assert.match(whyTextOnly(country, clear, 'Peru, South America') ?? '', /shows a label/);
    assert.match(whyTextOnly(country, choice(['1', 'Peru'], ['2', 'Peru'])) ?? '', /shows a label/);
    assert.match(whyTextOnly(country, choice(['1', '2'], ['2', '3'])) ?? '', /shows a label/);
  });

  it('is none for computed columns, and for another record', () => {
    assert.match(columnField(plainColumn('Stage', { isData: false }), 'leads').why ?? '', /computed by the service/);
    assert.match(
      columnField(plainColumn('Owner', { columnName: 'users.name' }), 'leads').why ?? '',
      /belongs to another record \(users\)/,
    );
    assert.match(
      columnField(plainColumn('category.name'), 'leads').why ?? '',
      /belongs to another record \(category\)/,
    );
  });
});

describe('reason why a field is read-only in a table', () => {
  const form = (more: Parameters<typeof element>[1]): ReturnType<typeof read> =>
    read(answer({ city: 'Goa' }, { permission: 2, elements: [element('city', more)] }));

  it('is none for a plain editable field', () => {
    assert.equal(whyNotInTable(form({}), 'city'), undefined);
    assert.equal(
      whyNotInTable(form({ template: 'select', options: [{ value: 'Goa', text: 'Goa' }] }), 'city'),
      undefined,
    );
  });

  it('is its permission, its kind, or that it does not exist', () => {
    assert.match(whyNotInTable(form({ permission: 4 }), 'city') ?? '', /“CITY” is read-only for you/);
    assert.match(whyNotInTable(form({ template: 'file' }), 'city') ?? '', /is a file\. Open the record/);
    assert.match(whyNotInTable(form({}), 'town') ?? '', /has no field “town”/);
  });
});

const column = (columnName: string | undefined, more: Partial<Column> = {}): Column =>
  plainColumn(columnName ?? '', { columnName, name: columnName?.split('.')[1] ?? '', ...more });

describe('creation date column', () => {
  it('is found by its usual names', () => {
    for (const name of ['leads.created', 'leads.created_at', 'Created_On', 'x.date_created'])
      assert.equal(createdColumn([column('leads.city'), column(name)])?.columnName, name);
    assert.equal(createdColumn([column('t7.c3', { name: 'created' })])?.columnName, 't7.c3');
  });

  it('is none if the service does not sort by it or has none', () => {
    assert.equal(createdColumn([column('leads.created', { isSortable: false })]), undefined);
    assert.equal(createdColumn([column(undefined, { name: 'created' })]), undefined);
    assert.equal(createdColumn([column('leads.created_by'), column('leads.recreated')]), undefined);
  });
});
