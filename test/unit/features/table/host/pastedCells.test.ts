import assert from 'node:assert/strict';
import { noNames } from '../../../../support/references.ts';
import { type CellChange, PastedCells } from '../../../../../src/features/table/host/pastedCells.ts';
import { controllerName } from '../../../../../src/model/controller.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { StagedChange } from '../../../../../src/model/list/stagedCells.ts';
import type { PastedCell, RefusedCell } from '../../../../../src/features/table/tableProtocol.ts';
import type { NamedRecord } from '../../../../../src/services/references/namedRecords.ts';
import { answer, element, read } from '../../../service/documented/form/formAnswer.ts';

const address = {
  kind: 'listView',
  connection: 'c',
  controller: controllerName('crm', 'leads'),
  listView: 'all',
} as const;
const options = [
  { value: '1', text: 'Open' },
  { value: '2', text: 'Won' },
];
const elements = [
  element('stage', { template: 'select', options }),
  element('stages', { template: 'multiselect', options, rules: { required: true, inList: ['1', '2'] } }),
  element('due', { template: 'date' }),
  element('name', { permission: 4 }),
  element('owner_id', { template: 'autocomplete', model: 'users' }),
  element('city', { rules: { maxLength: 5 } }),
];

interface Bench {
  readonly asked: string[];
  isAway: boolean;
  paste(cells: readonly PastedCell[]): Promise<{ changes: readonly CellChange[]; refused: readonly RefusedCell[] }>;
}

function bench(staged: (id: string, field: string) => StagedChange | undefined = () => undefined): Bench {
  const asked: string[] = [];
  const it: Bench = {
    asked,
    isAway: false,
    paste: (cells) => pasted.read(cells),
  };
  const sources = {
    forms: {
      get: async (_: string, __: string, id: string) => {
        if (it.isAway) throw new ServiceError('unreachable', { doing: 'read', why: 'it is away' });
        asked.push(`form ${id}`);
        const values = {
          stage: '1',
          stages: id === '9' ? ['2', '1'] : ['1'],
          due: '2030-01-02',
          name: 'Bo',
          owner_id: '7',
          __owner_id: 'Ada',
          owner_id_model: 'users',
          city: 'Goa',
        };
        return read(answer(values, { permission: 2, elements }));
      },
    },
    pages: { find: () => undefined, readAgain: async () => undefined },
    written: { get: () => undefined },
    references: {
      ...noNames,
      find: async (_: string, __: unknown, text: string): Promise<NamedRecord> => {
        asked.push(`find ${text}`);
        if (text !== 'Ada') return { kind: 'none', why: `There is no ${text}.` };
        return { kind: 'one', value: { id: '7', text: 'Ada', model: 'users' } };
      },
    },
  };
  const pasted = new PastedCells(sources, address, {
    fieldOf: (column) => (column === 'shout' ? { why: 'It is computed.' } : { field: column }),
    columnOf: () => undefined,
    staged,
    signal: new AbortController().signal,
  });
  return it;
}

const cell = (id: string, column: string, text: string, more: Partial<PastedCell> = {}): PastedCell => ({
  id,
  column,
  from: null,
  text,
  ...more,
});

describe('pasted block of cells', () => {
  it('is parsed by field kind, and invalid cells do not block the others', async () => {
    const { changes, refused } = await bench().paste([
      cell('1', 'stage', 'won', { from: 'Open' }),
      cell('1', 'due', '24.12.2031', { from: '2030-01-02' }),
      cell('1', 'name', 'x'),
      cell('1', 'shout', 'x'),
      cell('2', 'stage', 'Nowhere', { from: 'Open' }),
      cell('2', 'due', 'banana', { from: '2030-01-02' }),
      cell('2', 'owner_id', 'Bo', { from: 'Ada' }),
      cell('2', 'city', 'much too long', { from: 'Goa' }),
      cell('3', 'city', 'Pune', { from: 'Goa' }),
    ]);
    assert.deepEqual(
      changes.map(({ id, field, change }) => [id, field, change.to]),
      [
        ['1', 'stage', 'Won'],
        ['1', 'due', '2031-12-24'],
        ['3', 'city', 'Pune'],
      ],
    );
    assert.deepEqual(
      refused.map(({ id, column }) => `${id} ${column}`),
      ['1 name', '1 shout', '2 stage', '2 due', '2 owner_id', '2 city'],
    );
    assert.match(refused[0]?.why ?? '', /“NAME” is read-only for you/);
    assert.equal(refused[1]?.why, 'It is computed.');
    assert.equal(refused[4]?.why, 'There is no Bo.');
    assert.match(refused[5]?.why ?? '', /at most 5/);
  });

  it('accepts several choices by label or value, and as another record stores them', async () => {
    const { changes, refused } = await bench().paste([
      cell('1', 'stages', 'Won;open', { from: 'Open' }),
      cell('2', 'stages', '2', { from: 'Open' }),
      cell('3', 'stages', 'Won, Lost', { from: 'Open' }),
      cell('4', 'stages', '', { from: 'Open' }),
      cell('5', 'stages', '2 chosen', { from: 'Open', like: '9' }),
    ]);
    assert.deepEqual(
      changes.map(({ id, change }) => [id, change.from, change.to]),
      [
        ['1', 'Open', 'Won, Open'],
        ['2', 'Open', 'Won'],
        ['5', 'Open', 'Won, Open'],
      ],
    );
    assert.equal(refused[0]?.why, '“Lost” is not one of the choices of “STAGES”.');
    // the same message as in the form
    assert.match(refused[1]?.why ?? '', /STAGES/);
    assert.equal(refused.length, 2);
  });

  it('looks up a name once, however many cells have it', async () => {
    const it = bench();
    const { changes } = await it.paste(['1', '2', '3'].map((id) => cell(id, 'owner_id', 'Ada', { from: 'Bo' })));
    assert.deepEqual(changes[2]?.change.reference, { id: '7', model: 'users' });
    assert.equal(it.asked.filter((one) => one === 'find Ada').length, 1);
  });

  it('uses the value of the copied record, and not any record with that name', async () => {
    const it = bench();
    const { changes } = await it.paste([cell('2', 'owner_id', 'Ada', { like: '1' })]);
    assert.deepEqual(changes[0]?.change.reference, { id: '7', model: 'users' });
    assert.ok(!it.asked.includes('find Ada'));
    const withStaged = bench((id) => (id === '1' ? { from: 'Ada', to: 'Eve', reference: { id: '9' } } : undefined));
    const filled = await withStaged.paste([cell('2', 'owner_id', 'Eve', { like: '1' })]);
    assert.deepEqual(filled.changes[0]?.change.reference, { id: '9' });
  });

  it('is staged unresolved while the service is unreachable, and resolved on save', async () => {
    const it = bench();
    it.isAway = true;
    const { changes, refused } = await it.paste([cell('1', 'due', 'banana'), cell('1', 'city', '')]);
    assert.deepEqual([changes.map(({ change }) => change.to), refused], [['banana', null], []]);
  });
});
