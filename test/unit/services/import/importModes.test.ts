import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { BulkLedger } from '../../../../src/model/bulk/bulkLedger.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { guessMapping } from '../../../../src/model/import/importMapping.ts';
import type { ImportedCell, ImportKey, ImportMode } from '../../../../src/model/import/importWork.ts';
import type { RecordService } from '../../../../src/service/recordService.ts';
import { JournalFolder } from '../../../../src/services/bulk/journalFolder.ts';
import { columnOfField, findByField } from '../../../../src/services/import/findByField.ts';
import { importSubject } from '../../../../src/services/import/importSubject.ts';
import { openImport } from '../../../../src/services/import/openImport.ts';
import { plannedImport } from '../../../../src/services/import/plannedAdds.ts';
import { type ImportQuestions, ImportWork } from '../../../../src/services/import/readWork.ts';
import { memoryService } from '../../../contract/memoryService.ts';
import { Disk, WritingWindow } from '../../../support/nineWriters.ts';

const leads = controllerName('crm', 'leads');
const never = new AbortController().signal;
const quietly = (): void => undefined;

describe('import mode', () => {
  let disk: Disk;
  let window: WritingWindow;
  let service: RecordService;

  beforeEach(async () => {
    disk = new Disk();
    window = await WritingWindow.open('memory://records', disk, {
      timeoutMs: 60_000,
      openService: async (connection, options) => {
        const memory = memoryService(connection, options);
        return {
          ...memory,
          open: async (controller, id, signal) => {
            if (id === 'hidden')
              throw new ServiceError('notAllowed', { doing: 'open the record', why: 'it is not shown to you' });
            return memory.open(controller, id, signal);
          },
          lookUp: async (controller, query, signal) => {
            const page = await memory.lookUp(controller, query, signal);
            const isUnclear = query.where?.['leads.last_name'] === 'Unclear';
            return { ...page, view: { ...page.view, showsAll: !isUnclear } };
          },
        };
      },
    });
    service = await window.clients.get(window.connection);
    for (const name of ['Twin', 'Twin']) await add(name);
  });
  afterEach(() => {
    window.close();
    disk.remove();
  });

  async function add(name: string): Promise<void> {
    const form = await service.form(leads, 'add');
    await service.sendSave(form, { last_name: name }, actionForSave(form) ?? assert.fail('no action'));
  }
  const total = async (): Promise<number> => (await service.records(leads, { limit: 1 })).total ?? 0;

  /** Imports a file, runs it, and returns the run as its journal has it. */
  async function imported(text: string, by: 'id' | 'name' | 'none', mode: ImportMode): Promise<BulkLedger> {
    const file = disk.file('leads.csv');
    writeFileSync(file, text);
    const table = await openImport(file, 'leads.csv');
    const subject = await importSubject(service, leads, undefined, never);
    const uses = guessMapping(table.titles, subject, {});
    const field = subject.form.fields.find(({ at }) => at[0] === 'last_name') ?? assert.fail('no last name');
    const column = columnOfField(subject, field) ?? assert.fail('no column to find records by');
    const key: ImportKey = by === 'name' ? { kind: 'field', field } : { kind: by };
    const work = new ImportWork({ table, name: 'leads.csv', uses, key, mode, defused: true });
    await work.scan(quietly, quietly, never);
    const questions: ImportQuestions = {
      find: (value) => findByField(service, leads, { field, column }, value, never),
      complete: async (cells) => cells,
    };
    const planned = plannedImport(work.tasks(questions, never), table.unit, () => service.form(leads, 'add'));
    const { connection } = window;
    const target = { connection, controller: leads, madeFor: 'memory://records', title: 'Import', count: 1 } as const;
    const draft = await window.planner.prepareEach({ ...target, madeFrom: 'import' }, planned, quietly, never);
    const { run } = draft.ledger.plan;
    if (draft.ledger.counts.waiting === 0) return draft.ledger;
    await (
      await window.runs.begin(draft)
    ).ended;
    return (await new JournalFolder(disk.journals).readJournal(run))?.ledger ?? assert.fail('no journal');
  }

  const outcome = (ledger: BulkLedger): string => {
    const [entry] = ledger.entries;
    return entry === undefined
      ? 'nothing'
      : `${entry.state === 'done' ? entry.action : entry.state} ${entry.why ?? ''}`;
  };

  type Expected = readonly [what: string, row: string, Readonly<Record<ImportMode, RegExp>>];

  const byName: readonly Expected[] = [
    [
      'exists',
      'Smith',
      {
        both: /^edit $/,
        change: /^edit $/,
        add: /^skipped Record l1 has this value for “Last Name”, and records are only added, never changed\.$/,
      },
    ],
    [
      'does not exist',
      'Newcomer',
      {
        both: /^add $/,
        change: /^skipped No record has this value for “Last Name”, and records are only changed, never added\.$/,
        add: /^add $/,
      },
    ],
    [
      'may exist',
      'Unclear',
      {
        both: /^refused .* may not show every record/,
        change: /^refused .* may not show every record/,
        add: /^refused .* may not show every record/,
      },
    ],
    [
      'is ambiguous',
      'Twin',
      {
        both: /^refused 2 records have this value/,
        change: /^refused 2 records have this value/,
        add: /^skipped 2 records have this value for “Last Name”, and records are only added, never changed\.$/,
      },
    ],
  ];
  for (const [what, name, expected] of byName)
    for (const [mode, words] of Object.entries(expected) as [ImportMode, RegExp][])
      it(`“${mode}”, matched by a field: a record that ${what}`, async () => {
        const before = await total();
        const ledger = await imported(`Last Name,First Name\r\n${name},Mina\r\n`, 'name', mode);
        assert.match(outcome(ledger), words);
        const isAdded = outcome(ledger).startsWith('add');
        assert.equal(await total(), before + (isAdded ? 1 : 0));
        assert.equal(
          (await service.open(leads, 'l1')).values['first_name'] === 'Mina',
          outcome(ledger).startsWith('edit'),
        );
      });

  const byId: readonly Expected[] = [
    [
      'exists',
      'l1',
      {
        both: /^edit $/,
        change: /^edit $/,
        add: /^skipped The record exists, and records are only added, never changed\.$/,
      },
    ],
    [
      'does not exist',
      'l99999',
      {
        both: /^refused .*does not exist/,
        change: /^refused .*does not exist/,
        add: /^refused .*does not exist/,
      },
    ],
    [
      'may exist',
      'hidden',
      {
        both: /^refused .*not shown to you/,
        change: /^refused .*not shown to you/,
        add: /^refused .*not shown to you/,
      },
    ],
    [
      'has no id',
      '',
      {
        both: /^add $/,
        change: /^skipped It has no id, and records are only changed, never added\.$/,
        add: /^add $/,
      },
    ],
  ];
  for (const [what, id, expected] of byId)
    for (const [mode, words] of Object.entries(expected) as [ImportMode, RegExp][])
      it(`“${mode}”, matched by id: a record that ${what}`, async () => {
        const before = await total();
        const ledger = await imported(`id,Last Name,First Name\r\n${id},Smith,Mina\r\n`, 'id', mode);
        assert.match(outcome(ledger), words);
        assert.equal(await total(), before + (outcome(ledger).startsWith('add') ? 1 : 0));
      });

  it('adds every record if nothing is matched, unless records are only changed', async () => {
    const text = 'Last Name\r\nSmith\r\n';
    assert.match(outcome(await imported(text, 'none', 'both')), /^add $/);
    assert.match(outcome(await imported(text, 'none', 'add')), /^add $/);
    assert.match(outcome(await imported(text, 'none', 'change')), /^skipped /);
  });

  it('does not ask about references of excluded records', async () => {
    const cases = [
      ['add', [['1', 'Goa']]],
      ['change', [[null, 'Goa']]],
    ] as const;
    for (const [mode, rows] of cases) {
      const file = disk.file('leads.csv');
      writeFileSync(file, `id,Last Name\r\n${rows.map((row) => row.join(',')).join('\r\n')}\r\n`);
      const table = await openImport(file, 'leads.csv');
      const uses = guessMapping(table.titles, await importSubject(service, leads, undefined, never), {});
      const work = new ImportWork({ table, name: 'leads.csv', uses, key: { kind: 'id' }, mode, defused: true });
      const seen: (readonly ImportedCell[])[] = [];
      await work.scan((cells) => seen.push(cells), quietly, never);
      const complete = async (cells: readonly ImportedCell[]): Promise<readonly ImportedCell[]> => {
        seen.push(cells);
        return cells;
      };
      const kinds: string[] = [];
      const questions = { find: () => assert.fail('there are ids'), complete };
      for await (const { kind } of work.tasks(questions, never)) kinds.push(kind);
      assert.deepEqual([kinds, seen], [[mode === 'add' ? 'existing' : 'skipped'], []]);
    }
  });
});
