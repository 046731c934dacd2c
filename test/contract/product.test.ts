import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import type { RecordAddress } from '../../src/model/address/address.ts';
import type { BulkLedger } from '../../src/model/bulk/bulkLedger.ts';
import { comparedFields, listColumns } from '../../src/model/compare/comparedFields.ts';
import { controllerName } from '../../src/model/controller.ts';
import { proposedEdit } from '../../src/model/draft/proposedEdit.ts';
import { textValues } from '../../src/model/draft/recordText.ts';
import { withValues } from '../../src/model/draft/textEdit.ts';
import { exportColumns } from '../../src/model/export/exportColumns.ts';
import { allRows } from '../../src/model/export/exportPlan.ts';
import type { FormValues } from '../../src/model/form/fieldValue.ts';
import { actionForSave } from '../../src/model/form/submitAction.ts';
import { guessMapping } from '../../src/model/import/importMapping.ts';
import { relatedListView } from '../../src/model/list/relatedList.ts';
import type { Capabilities, RecordService } from '../../src/service/recordService.ts';
import type { PreparedRun } from '../../src/services/bulk/preparedRun.ts';
import { Comparer } from '../../src/services/compare/comparer.ts';
import { Exporter } from '../../src/services/export/exporter.ts';
import { PartialFiles } from '../../src/services/export/partialFiles.ts';
import { columnOfField, findByField } from '../../src/services/import/findByField.ts';
import { ImportReferences } from '../../src/services/import/importReferences.ts';
import { importSubject } from '../../src/services/import/importSubject.ts';
import { openImport } from '../../src/services/import/openImport.ts';
import { plannedImport } from '../../src/services/import/plannedAdds.ts';
import { ImportWork } from '../../src/services/import/readWork.ts';
import { detectText, readText } from '../../src/services/import/textFile.ts';
import type { ListAddress, RowsQuery } from '../../src/services/lists/listAddress.ts';
import { RecordPages } from '../../src/services/lists/recordPages.ts';
import { readPlanFile } from '../../src/services/plan/planFile.ts';
import { planText } from '../../src/services/plan/planText.ts';
import { preparePlan } from '../../src/services/plan/preparePlan.ts';
import { RecordForms } from '../../src/services/records/recordForms.ts';
import { lookUp } from '../../src/services/references/lookUp.ts';
import type { RecordTool } from '../../src/tools/recordTool.ts';
import type { ToolDeps } from '../../src/tools/toolDeps.ts';
import { states } from '../support/bulkParts.ts';
import { bigIds } from '../support/interfaceRecords.ts';
import { Disk, writers, WritingWindow } from '../support/nineWriters.ts';
import { namedRecords, noNames, referenceDeps } from '../support/references.ts';
import { MemoryFile, threadScript } from '../unit/services/export/exportPages.ts';
import { memoryService } from './memoryService.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const never = new AbortController().signal;
const quietly = (): void => undefined;
const recordByRecord: Capabilities = { bulkEdit: false, bulkDelete: false };

/** What users do with Recordbench, on a service without HTTP: any implementation of the interface must support this. */
describe('Recordbench on an in-memory record service', () => {
  let disk: Disk;
  let window: WritingWindow;
  let service: RecordService;

  async function openWindow(more: Partial<RecordService> = {}): Promise<void> {
    window = await WritingWindow.open('memory://records', disk, {
      timeoutMs: 60_000,
      openService: async (connection, options) => ({ ...memoryService(connection, options), ...more }),
    });
    service = await window.clients.get(window.connection);
  }

  beforeEach(async () => {
    disk = new Disk();
    await openWindow();
  });

  afterEach(() => {
    window.close();
    disk.remove();
  });

  const lead = (id: string): RecordAddress => ({
    kind: 'record',
    connection: window.connection,
    controller: leads,
    id,
  });
  const valuesOf = async (id: string): Promise<FormValues> => (await service.open(leads, id)).values;

  /** Another user saves the record, outside this window. */
  async function colleague(id: string, values: FormValues): Promise<void> {
    const form = await service.open(leads, id);
    await service.sendSave(form, values, actionForSave(form) ?? assert.fail('no action'));
  }

  async function ran(draft: PreparedRun): Promise<BulkLedger> {
    const { runner, ended } = await window.runs.begin(draft);
    await ended;
    return runner.ledger;
  }

  describe('table', () => {
    let pages: RecordPages;

    beforeEach(() => {
      const { connections, clients, changes } = window;
      pages = new RecordPages(connections, clients, noNames);
      changes.onDidChange(({ connection }) => pages.evict(connection));
    });

    async function names(from: number, count: number, query: RowsQuery = {}, more: Partial<ListAddress> = {}) {
      const address = { connection: window.connection, controller: leads, listView: undefined, ...more };
      return (await pages.rows(address, query, from, count)).rows.map((row) => row?.name);
    }

    it('shows the first rows, and loads more on scroll', async () => {
      assert.deepEqual(await names(0, 3), ['Smith', 'Locked', 'Lasting']);
      assert.deepEqual(await names(42, 5), ['Lead 38', 'Lead 39']);
    });

    it('is sorted and searched by the service', async () => {
      const sort = { columnName: 'leads.last_name', direction: 'DESC' } as const;
      assert.deepEqual(await names(0, 2, { sort }), ['Smith', 'Locked']);
      assert.deepEqual(await names(0, 9, { search: 'smith' }), ['Smith']);
    });

    it('shows changes saved in this window', async () => {
      assert.deepEqual(await names(0, 1), ['Smith']);
      await window.api.save(window.connection, leads, 'l1', { last_name: 'Jones' });
      assert.deepEqual(await names(0, 1), ['Jones']);
    });

    it('shows only the related records of a record', async () => {
      const form = await service.open(leads, 'l1');
      const [contacts = assert.fail('no association')] = form.associations;
      const to = service.relatedTo(form, contacts, peoples);
      const listView = relatedListView({ parent: leads, name: contacts.name, to });
      assert.deepEqual(await names(0, 9, {}, { controller: peoples, listView }), ['Ada Contact', 'Bob Contact']);
      assert.deepEqual(await names(0, 9, { search: 'bob' }, { controller: peoples, listView }), ['Bob Contact']);
    });
  });

  describe('form', () => {
    async function opened(id: string): Promise<string> {
      const text = await window.drafts.readDocument(lead(id));
      await window.drafts.noteShown(lead(id), text);
      return text;
    }

    const typed = (text: string, values: Readonly<Record<string, string>>): string =>
      withValues(
        text,
        Object.entries(values).map(([key, value]) => ({ at: [key], value })),
      );

    it('saves typed values and keeps what someone else changed in another field', async () => {
      const text = await opened('l1');
      await colleague('l1', { country: 'PT' });
      assert.deepEqual(await window.drafts.saveDocument(lead('l1'), typed(text, { first_name: 'Mina' })), {
        id: 'l1',
        sent: true,
      });
      const { first_name: first, country } = await valuesOf('l1');
      assert.deepEqual([first, country], ['Mina', 'PT']);
    });

    it('refuses to save when someone else changed the same field, then saves the chosen value', async () => {
      const mine = typed(await opened('l1'), { first_name: 'Mina' });
      await colleague('l1', { first_name: 'Maya' });
      await assert.rejects(window.drafts.saveDocument(lead('l1'), mine), /“First Name” was changed on the service/);
      assert.equal((await valuesOf('l1'))['first_name'], 'Maya');
      const [conflict = assert.fail('no conflict')] = window.drafts.get(lead('l1'))?.conflicts ?? [];
      const chosen = await window.drafts.choose(lead('l1'), mine, conflict.key, 'mine');
      await window.drafts.saveDocument(lead('l1'), chosen);
      assert.equal((await valuesOf('l1'))['first_name'], 'Mina');
    });

    it('reports a refusal at its field', async () => {
      const text = typed(await opened('l1'), { last_name: '' });
      await assert.rejects(window.drafts.saveDocument(lead('l1'), text), /Last Name/);
      assert.deepEqual(
        window.drafts.problems(lead('l1'), text).map(({ key }) => key),
        ['leads.last_name'],
      );
    });

    it('finds the record for a reference by name', async () => {
      const text = await opened('l1');
      const { fields } = await service.open(leads, 'l1');
      const owner = fields.find(({ at }) => at[0] === 'owner_id') ?? assert.fail('no owner');
      const deps = referenceDeps(window.connections, window.clients);
      const { records } = await lookUp(deps, window.connection, owner, { text: 'dana' }, never);
      assert.deepEqual(
        records.map(({ id, text: name }) => [id, name]),
        [[bigIds[1], 'Dana Ito']],
      );
      await window.drafts.saveDocument(lead('l1'), typed(text, { owner_id: bigIds[1], __owner_id: 'Dana Ito' }));
      const { owner_id: id, __owner_id: name } = await valuesOf('l1');
      assert.deepEqual([id, name], [bigIds[1], 'Dana Ito']);
    });
  });

  it('sets a reference by the name typed into a cell, and keeps a cell staged on a conflict', async () => {
    const change = { from: 'Carlos Núñez', to: 'Dana Ito' };
    await colleague('m1', { owner_id: '17' });
    const staged = new Map(['m0', 'm1'].map((id) => [id, new Map([['owner_id', change]])]));
    const place = { connection: window.connection, controller: leads };
    const { problems } = await window.saves.saveStaged(place, staged, service.connection.baseUrl);
    assert.deepEqual([...problems.keys()], ['m1']);
    const owners = await Promise.all(['m0', 'm1'].map(async (id) => (await valuesOf(id))['__owner_id']));
    assert.deepEqual(owners, ['Dana Ito', 'Carla Moss']);
  });

  for (const writer of writers)
    it(`accepts ${writer.name}`, async () => {
      if (writer.usesEndpoints !== true) await openWindow({ capabilities: recordByRecord });
      const before = (await service.records(leads, { limit: 1_000 })).rows.length;
      // a new record requires a last name
      const field = writer.kind === 'add' ? 'last_name' : 'first_name';
      const write = await writer.prepare(window, { id: 'l1', field, from: 'Mia', to: 'Nova' });
      const { outcome, sentence } = await write();
      assert.equal(outcome, 'done', sentence);
      const { rows } = await service.records(leads, { limit: 1_000 });
      const there = rows.find(({ id }) => id === 'l1');
      if (writer.kind === 'edit') assert.equal((await valuesOf('l1'))['first_name'], 'Nova');
      else if (writer.kind === 'add') assert.equal(rows.filter(({ name }) => name === 'Nova').length, 1);
      else assert.equal(there, undefined);
      assert.equal(rows.length - before, { edit: 0, add: 1, delete: -1 }[writer.kind]);
    });

  describe('bulk run', () => {
    const target = (): { connection: string; controller: typeof leads; madeFor: string } => ({
      connection: window.connection,
      controller: leads,
      madeFor: window.connections.addressOf(window.connection),
    });
    const countries = (...ids: string[]): Promise<unknown[]> =>
      Promise.all(ids.map(async (id) => (await valuesOf(id))['country']));
    const toPortugal = { field: 'country', kind: 'set', value: 'PT' } as const;

    function prepared(...ids: string[]): Promise<PreparedRun> {
      const work = { kind: 'edit', target: { ...target(), ids }, changes: [toPortugal] } as const;
      return window.planner.prepare(work, quietly, never);
    }

    for (const [way, capabilities] of [
      ['endpoint', { bulkEdit: true, bulkDelete: true }],
      ['records', recordByRecord],
    ] as const)
      it(`is previewed, run and undone (${way})`, async () => {
        await openWindow({ capabilities });
        const draft = await prepared('l1', 'l2', 'l3', 'gone');
        assert.equal(draft.ledger.plan.way, way);
        const foreseen = { l1: 'waiting', l2: 'refused', l3: 'waiting', gone: 'refused' };
        assert.deepEqual(states(draft.ledger), foreseen);
        assert.deepEqual(await countries('l1', 'l3'), ['DE', 'DE'], 'a preview writes nothing');
        await colleague('l3', { country: null });
        const done = await ran(draft);
        assert.deepEqual(states(done), { ...foreseen, l1: 'done', l3: 'failed' });
        assert.deepEqual(await countries('l1', 'l2', 'l3'), ['PT', 'DE', null]);
        const undo = await ran(await window.planner.prepareUndo(done, quietly, never));
        assert.deepEqual([states(undo), await countries('l1', 'l3')], [{ l1: 'done' }, ['DE', null]]);
      });

    it('covers all records that match a search', async () => {
      const work = { kind: 'delete', target: { ...target(), query: { search: 'Lead 3' } } } as const;
      const { counts } = await ran(await window.planner.prepare(work, quietly, never));
      // Lead 3, and 30 to 39
      assert.equal(counts.done, 11);
      assert.equal((await service.records(leads, { search: 'Lead 3' })).total, 0);
    });

    it('is saved as a plan file, loaded again and run', async () => {
      const draft = await prepared('l1', 'l3');
      await draft.journal.sync();
      const file = disk.file('countries.recordplan.json');
      const lines = window.runs.lines(draft.ledger.plan.run);
      for await (const piece of planText(draft.ledger, lines, 'Test')) appendFileSync(file, piece);
      await draft.discard();
      await colleague('l3', { country: null });
      const text = await detectText(file, path.basename(file));
      const plan = await readPlanFile({ name: text.name, pieces: () => readText(text) }, never);
      const { clients, planner } = window;
      const deps = { clients, planner, references: namedRecords(window.connections, clients) };
      const again = await preparePlan(deps, plan, { ...target(), isElsewhere: false }, quietly, never);
      assert.deepEqual(states(again.ledger), { l1: 'waiting', l3: 'changed' });
      await ran(again);
      assert.deepEqual(await countries('l1', 'l3'), ['PT', null]);
    });

    it('imports a CSV file: updates by a key field, new records, and references by name', async () => {
      const file = disk.file('leads.csv');
      writeFileSync(
        file,
        'Last Name,First Name,Country,Owner\r\nSmith,Mina,Portugal,Dana Ito\r\nNewcomer,Nora,DE,Nobody\r\nNovak,Nora,DE,Carla Moss\r\n',
      );
      const table = await openImport(file, 'leads.csv');
      const subject = await importSubject(service, leads, undefined, never);
      const uses = guessMapping(table.titles, subject, {});
      const field = subject.form.fields.find(({ at }) => at[0] === 'last_name') ?? assert.fail('no last name');
      const column = columnOfField(subject, field) ?? assert.fail('no column to find records by');
      const work = new ImportWork({
        table,
        name: 'leads.csv',
        uses,
        key: { kind: 'field', field },
        mode: 'both',
        defused: true,
      });
      await work.scan(quietly, quietly, never);
      const names = namedRecords(window.connections, window.clients);
      const references = new ImportReferences(window.connection, names, async () => undefined);
      const questions = {
        find: (value: string) => findByField(service, leads, { field, column }, value, never),
        complete: (cells: Parameters<ImportReferences['complete']>[0]) => references.complete(cells, never),
      };
      const formForNew = () => service.form(leads, 'add', undefined, never);
      const planned = plannedImport(work.tasks(questions, never), table.unit, formForNew);
      const each = { ...target(), title: 'Import leads.csv', madeFrom: 'import', count: work.count } as const;
      const draft = await window.planner.prepareEach(each, planned, quietly, never);
      assert.deepEqual(states(draft.ledger), { l1: 'waiting', '+3': 'refused', '+4': 'waiting' });
      assert.match(draft.ledger.get('+3')?.why ?? '', /Nobody/);
      await ran(draft);
      const { first_name: first, country, __owner_id: owner } = await valuesOf('l1');
      assert.deepEqual([first, country, owner], ['Mina', 'PT', 'Dana Ito']);
      const [added] = (await service.records(leads, { search: 'Novak' })).rows;
      assert.equal((await valuesOf(added?.id ?? ''))['__owner_id'], 'Carla Moss');
    });
  });

  for (const count of [0, 1_000])
    describe(`list of ${44 + count} records`, () => {
      const addTo = async (store: RecordService): Promise<void> => {
        const form = await store.form(leads, 'add');
        const action = actionForSave(form) ?? assert.fail('no action');
        for (let number = 0; number < count; number++)
          await store.sendSave(form, { last_name: `Further ${number}` }, action);
      };
      const list = { controller: leads, listView: undefined };

      it('is exported', async () => {
        await addTo(service);
        const first = await service.records(leads, { page: 1, limit: 100 });
        const columns = exportColumns(first, first.columns);
        const request = { client: service, listTarget: list, query: {}, first, columns, rows: allRows };
        const file = new MemoryFile();
        const exporter = new Exporter({ script: threadScript });
        const { written, notes } = await exporter.exportRows(
          { ...request, format: 'csv', defuse: true, onProgress: quietly },
          file,
          never,
        );
        assert.deepEqual([written, notes], [44 + count, []]);
        const lines = file.text.trimEnd().split('\r\n');
        assert.equal(lines.length, 45 + count);
        assert.match(lines[1] ?? '', /Mia,Smith,DE,2026-12-24,Carlos Núñez,Ada Contact,7$/);
      });

      it('is compared with the list of another service', async () => {
        const other = memoryService();
        await Promise.all([addTo(service), addTo(other)]);
        await colleague('m7', { country: 'PT' });
        await other.sendDelete(leads, 'm8');
        const form = await service.open(leads, 'l1');
        const sides = await Promise.all(
          [service, other].map(async (one) => {
            const first = await one.records(leads, { page: 1, limit: 100 });
            return {
              side: { kind: 'list', listTarget: list, query: {}, first } as const,
              columns: listColumns(first, form),
            };
          }),
        );
        const [here = assert.fail(), there = assert.fail()] = sides;
        const fields = comparedFields(here.columns, there.columns, { isSystemHidden: false });
        const comparer = new Comparer({ script: threadScript }, new PartialFiles(disk.journals));
        const { summary, result, remove } = await comparer.compare(
          { sides: [here.side, there.side], fields, key: 'id', clients: [service, other], onProgress: quietly },
          never,
        );
        const { different, onlyHere, onlyThere, same } = summary.counts;
        assert.deepEqual([different, onlyHere, onlyThere, same], [1, 1, 0, 42 + count]);
        const [one] = await result.entries('different', 0, 1);
        const country = fields.findIndex(({ label }) => label === 'Country');
        assert.ok(one?.kind === 'different' && one.here.id === 'm7');
        assert.deepEqual([one.here.cells[country], one.there.cells[country]], ['PT', 'DE']);
        await remove();
      });
    });

  describe('language model tools', () => {
    /** The tools import VS Code, but those that only read never call it. */
    async function toolOf(name: 'describe' | 'search' | 'read'): Promise<RecordTool> {
      const hooks = registerHooks({
        resolve: (specifier, context, next) =>
          specifier === 'vscode' ? { url: 'data:text/javascript,', shortCircuit: true } : next(specifier, context),
      });
      try {
        const { tool } = (await import(`../../src/tools/${name}Tool.ts`)) as { tool: (deps: ToolDeps) => RecordTool };
        const { connections, clients } = window;
        return tool({ ...referenceDeps(connections, clients), connections } as unknown as ToolDeps);
      } finally {
        hooks.deregister();
      }
    }

    async function reported(name: Parameters<typeof toolOf>[0], input: object): Promise<unknown[]> {
      const { about, entries } = await (await toolOf(name)).run(input, never);
      return JSON.parse(JSON.stringify([about, ...entries])) as unknown[];
    }

    it('describe the controllers and the fields of a record', async () => {
      const [, ...controllers] = (await reported('describe', {})) as { controller?: string }[];
      assert.deepEqual(
        controllers.map(({ controller }) => controller),
        ['crm/leads', 'crm/peoples', 'access_controls/users'],
      );
      const fields = (await reported('describe', { controller: 'crm/leads' })) as { name?: string; kind?: string }[];
      assert.equal(fields.find(({ name }) => name === 'country')?.kind, 'choice');
    });

    it('search one controller or all of them, and read a record', async () => {
      const [about, found] = (await reported('search', { controller: 'crm/leads', text: 'Smith' })) as [object, object];
      assert.deepEqual(about, { connection: window.connection, controller: 'crm/leads', total: 1 });
      assert.deepEqual(found, {
        id: 'l1',
        name: 'Smith',
        values: {
          'First Name': 'Mia',
          'Last Name': 'Smith',
          Country: 'DE',
          Due: '2026-12-24',
          Owner: 'Carlos Núñez',
          'Main Contact': 'Ada Contact',
          Score: '7',
        },
      });
      const [, ...anywhere] = (await reported('search', { text: 'Contact' })) as { name: string }[];
      assert.deepEqual(anywhere.map(({ name }) => name).toSorted(), ['Ada Contact', 'Bob Contact', 'Smith']);
      const [, ...fields] = (await reported('read', { controller: 'crm/leads', id: 'l1' })) as object[];
      assert.ok(
        fields.some((one) => JSON.stringify(one).includes('"value":"Carlos Núñez')),
        JSON.stringify(fields),
      );
    });

    it('propose an edit for the user to save: convert labels to values, refuse read-only fields', async () => {
      const forms = new RecordForms(window.clients, window.changes, window.connections);
      const form = await forms.fresh(lead('l1'));
      const { changes, refused } = proposedEdit(form, textValues(form), { country: 'Portugal', score: '9' });
      assert.deepEqual(
        refused.map(({ name }) => name),
        ['score'],
      );
      const text = await window.drafts.readDocument(lead('l1'));
      await window.drafts.noteShown(lead('l1'), text);
      await window.drafts.saveDocument(lead('l1'), withValues(text, changes));
      assert.equal((await valuesOf('l1'))['country'], 'PT');
    });
  });
});
