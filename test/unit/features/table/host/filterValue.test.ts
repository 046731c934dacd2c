import assert from 'node:assert/strict';
import { filterValue, TableFilters } from '../../../../../src/features/table/host/tableFilters.ts';
import { parseControllerName } from '../../../../../src/model/controller.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import type { Column, ColumnKind } from '../../../../../src/model/list/recordPage.ts';
import { plainColumn } from '../../../../support/plainColumn.ts';
import { answer, element, read } from '../../../service/documented/form/formAnswer.ts';

describe('filter by displayed value', () => {
  const form = read(
    answer(
      { country: 'PT', owner_id: '7', __owner_id: 'Carlos Núñez', owner_id_model: 'users', city: 'Goa' },
      {
        permission: 2,
        elements: [
          element('country', { template: 'select', options: { DE: 'Germany', PT: 'Portugal' } }),
          element('owner_id', { template: 'autocomplete' }),
          element('city'),
        ],
      },
    ),
  );
  const asked = async (name: string, text: string, isOwn = false): Promise<unknown> =>
    filterValue(form, name, { text, isOwn }, async (_field, typed) =>
      typed === 'Mia Smith'
        ? { kind: 'one', value: { id: '9', text: 'Mia Smith' } }
        : typed === 'Tom'
          ? { kind: 'several', records: [], why: '“Tom” matches several records for “Owner”.' }
          : { kind: 'none', why: 'There is none.' },
    );

  it('requests the code of a choice, by its label ignoring case or by the code', async () => {
    assert.deepEqual(await asked('country', 'germany'), { value: 'DE', shown: 'Germany' });
    assert.deepEqual(await asked('country', 'DE'), { value: 'DE', shown: 'Germany' });
    assert.deepEqual(await asked('country', 'Portugal', true), { value: 'PT', shown: 'Portugal' });
    assert.deepEqual(await asked('country', 'Atlantis'), { value: 'Atlantis', shown: 'Atlantis' });
  });

  it('requests the id of a record, from the cell or by its name', async () => {
    assert.deepEqual(await asked('owner_id', 'Carlos Núñez', true), { value: '7', shown: 'Carlos Núñez' });
    assert.deepEqual(await asked('owner_id', 'Mia Smith'), { value: '9', shown: 'Mia Smith' });
    assert.deepEqual(await asked('owner_id', 'Nobody'), { value: 'Nobody', shown: 'Nobody' });
    await assert.rejects(asked('owner_id', 'Tom'), /matches several records/);
  });

  it('keeps text, and values without form metadata, unchanged', async () => {
    assert.deepEqual(await asked('city', 'Goa', true), { value: 'Goa', shown: 'Goa' });
    assert.deepEqual(await asked('unknown', 'x', true), { value: 'x', shown: 'x' });
  });
});

describe('filter metadata of a column', () => {
  const leads = parseControllerName('crm/leads');
  const form = read(
    answer(
      {
        country: 'PT',
        owner_id: '7',
        __owner_id: 'Carlos',
        owner_id_model: 'users',
        born: null,
        active: '1',
        amount: '1',
      },
      {
        permission: 2,
        elements: [
          element('country', {
            template: 'select',
            options: { PT: 'Portugal', DE: 'Germany', IE: 'Ireland, not Germany' },
          }),
          element('owner_id', { template: 'autocomplete' }),
          element('born', { template: 'date' }),
          element('active', { template: 'checkbox' }),
          element('amount', { template: 'number' }),
          element('city'),
        ],
      },
    ),
  );
  const column = (name: string, kind: ColumnKind = 'text', key = `leads.${name}`): Column =>
    plainColumn(key, { columnName: `leads.${name}`, kind });
  const columns = [
    column('country'),
    column('owner_id', 'number', 'Owned By'),
    column('born'),
    column('active'),
    // the displayed value isn't a number, whatever the form says
    column('amount'),
    column('score', 'number'),
    column('city', 'text', 'City'),
    plainColumn('category.born', { columnName: 'category.born' }),
  ];

  const away = async (): Promise<never> => {
    throw new ServiceError('unreachable', { doing: 'read', why: 'nothing answers' });
  };
  const filters = (
    get: () => Promise<RecordForm>,
    formFor: () => Promise<RecordForm> = away,
    known?: RecordForm,
  ): TableFilters => {
    if (!leads) throw new Error('crm/leads is a controller');
    const none = { all: () => [], get: async () => away() };
    return new TableFilters(
      {
        forms: { get, formFor, known: () => known },
        references: { find: async () => ({ kind: 'none', why: 'There is none.' }) },
        clients: { get: away },
        chosen: { of: () => undefined, choose: async () => undefined },
        listViews: { controllers: away, ...none },
        added: { of: () => [] },
      } as unknown as ConstructorParameters<typeof TableFilters>[0],
      { kind: 'listView', connection: 'demo', controller: leads, listView: undefined },
      () => ({ columns, alias: 'leads' }),
    );
  };
  const row = { id: '17', name: '', isDeleted: false, canEdit: true, canDelete: true, canComment: true, cells: [] };

  it('spells yes and no as the listed record does', async () => {
    const spelled = async (active: string | null, text: string): Promise<string> => {
      const values = { ...form.values, active };
      const table = filters(async () => ({ ...form, values }));
      table.noteRows([row]);
      return (await table.value({ columnName: 'leads.active', text })).value;
    };
    assert.equal(await spelled('Y', '1'), 'Y');
    assert.equal(await spelled('True', '0'), 'False');
    assert.equal(await spelled('0', '1'), '1');
    assert.equal(await spelled(null, '1'), '1');
    assert.equal(await spelled('Y', 'perhaps'), 'perhaps');
  });

  it('comes from the form of a listed record, if the list has no more', async () => {
    const table = filters(async () => form);
    table.noteRows([{ ...row, id: null }, row]);
    const infos = Object.entries(await table.columnInfos());
    assert.deepEqual(Object.fromEntries(infos.map(([name, { filter }]) => [name, filter])), {
      'leads.country': 'choice',
      'leads.owner_id': 'reference',
      'leads.born': 'date',
      'leads.active': 'boolean',
      'leads.amount': 'text',
      'leads.score': 'number',
      'leads.city': 'text',
      'category.born': 'text',
    });
  });

  it('includes value labels, at once and without a request if a form was read before', async () => {
    const table = filters(async () => form);
    table.noteRows([row]);
    assert.equal(table.known, undefined);
    const infos = await table.columnInfos();
    const again = filters(away, away, form);
    assert.deepEqual([again.known, await again.columnInfos()], [infos, infos]);
    assert.deepEqual(infos['leads.country']?.shown?.options?.at(0), { value: 'PT', text: 'Portugal' });
    assert.deepEqual(infos['leads.born']?.shown, { kind: 'date' });
    assert.equal(infos['leads.city']?.shown, undefined);
  });

  it('comes from the form of a new record if the list is empty, and is empty without a form', async () => {
    const empty = filters(away, async () => form);
    assert.equal((await empty.columnInfos())['leads.country']?.filter, 'choice');
    assert.deepEqual(await empty.value({ columnName: 'leads.country', text: 'germany' }), {
      value: 'DE',
      shown: 'Germany',
    });
    const nothing = filters(away);
    assert.deepEqual(await nothing.columnInfos(), {});
    assert.deepEqual(await nothing.value({ columnName: 'leads.country', text: 'Germany' }), {
      value: 'Germany',
      shown: 'Germany',
    });
  });

  it('offers choices that contain the letters, prefix matches first, and a code as well', async () => {
    const table = filters(away, async () => form);
    const { signal } = new AbortController();
    const offered = async (text: string): Promise<string[]> =>
      (await table.choices({ columnName: 'leads.country', text }, signal)).records.map((record) => record.text);
    assert.deepEqual(await offered(''), ['Portugal', 'Germany', 'Ireland, not Germany']);
    assert.deepEqual(await offered('GER'), ['Germany', 'Ireland, not Germany']);
    assert.deepEqual(await offered('pt'), ['Portugal']);
    assert.deepEqual(await offered('atlantis'), []);
  });

  it('parses yes and no', async () => {
    const table = filters(async () => form);
    table.noteRows([row]);
    assert.deepEqual(await table.value({ columnName: 'leads.active', text: '0' }), { value: '0', shown: 'No' });
  });
});
