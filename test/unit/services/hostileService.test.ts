import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BulkRows } from '../../../src/features/bulk/host/bulkRows.ts';
import type { RecordAddress } from '../../../src/model/address/address.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { readRecordText } from '../../../src/model/draft/recordText.ts';
import { withValues } from '../../../src/model/draft/textEdit.ts';
import { exportColumns } from '../../../src/model/export/exportColumns.ts';
import { linkedStart } from '../../../src/model/form/parentLink.ts';
import { relatedListView, relatedTitle } from '../../../src/model/list/relatedList.ts';
import { guessMapping } from '../../../src/model/import/importMapping.ts';
import { planUpdate } from '../../../src/model/import/importPlan.ts';
import { stagedText } from '../../../src/model/list/stagedCells.ts';
import { readPlan } from '../../../src/model/plan/readPlan.ts';
import { writePlan } from '../../../src/model/plan/recordPlan.ts';
import { plainLabel, plainSentence } from '../../../src/platform/ui/plainText.ts';
import { DiskFile } from '../../../src/services/export/diskFile.ts';
import { Exporter } from '../../../src/services/export/exporter.ts';
import { RecordSource } from '../../../src/services/export/recordSource.ts';
import { ImportReferences } from '../../../src/services/import/importReferences.ts';
import { importSubject } from '../../../src/services/import/importSubject.ts';
import { openImport } from '../../../src/services/import/openImport.ts';
import { LastReadForms } from '../../../src/services/records/lastReadForms.ts';
import { RecordChanges } from '../../../src/services/common/recordChanges.ts';
import type { Clients } from '../../../src/services/connections/clients.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { pendingOperations, type PendingSources } from '../../../src/services/plan/pendingOperations.ts';
import { RecordForms } from '../../../src/services/records/recordForms.ts';
import { OwnWrites } from '../../../src/services/staging/ownWrites.ts';
import { RecordDrafts } from '../../../src/services/records/recordDrafts.ts';
import type { NamedRecords } from '../../../src/services/references/namedRecords.ts';
import { StagedSaves } from '../../../src/services/staging/stagedSaves.ts';
import { type BulkParts, bulkParts } from '../../support/bulkParts.ts';
import { assertPlain } from '../../support/hostileTexts.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../support/interfaceService.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { testWriter } from '../../support/memoryIntents.ts';
import { MemoryByteStore, MemoryTextStore } from '../../support/memoryStores.ts';
import { readImport } from '../../support/readImport.ts';
import { namedRecords } from '../../support/references.ts';
import { testClients } from '../../support/testClients.ts';
import { pluck } from '../../support/pluck.ts';

const leads = controllerName('crm', 'leads');
const peoples = controllerName('crm', 'peoples');
const signal = new AbortController().signal;

/** Texts that another user may write into any field. */
const texts = [
  '[x](command:recordbench.showLog)',
  '$(trash) <command:recordbench.bulkDelete?%7B%22confirmed%22%3Atrue%7D>',
  '=1+1',
  '\'=HYPERLINK("https://example.com";"x")',
  '@SUM(A1:A9)',
  '-5',
  'l3',
  '{"id": "l3", "deleted": "1"}',
  '123456789012345678901234567890',
  '1e400',
  'invoice\u202Efdp.exe\u202C \u2066\u200Fabc\u2069',
  'one\r\ntwo\nthree\rfour\u2028five\tsix',
  '<img src=x onerror="alert(1)"><script>alert(2)</script>&amp;',
  '"; filename="x"\r\nContent-Type: text/html\r\n\r\nx',
  ' padded, "quoted"; and\\escaped ',
  'data[leads][id]',
  '__proto__',
  '😀\uFEFFÅ',
];

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`hostile texts in every field of a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let clients: Clients;
    let drafts: RecordDrafts;
    let saves: StagedSaves;
    let sources: PendingSources;
    let references: NamedRecords;
    let bulk: BulkParts;
    let folder: string;
    const ids = texts.map((_, index) => `h${index}`);
    const textOf = (id: string): string => texts[ids.indexOf(id)] ?? '';
    /** Names of records are trimmed. */
    const nameOf = (id: string): string => textOf(id).trim();
    const stored = (id: string) => service.records.get('crm/leads')?.get(id) ?? assert.fail(id);
    const address = (id: string): RecordAddress => ({ kind: 'record', connection: 'letter', controller: leads, id });

    before(async () => {
      service = await interfaceService({ temperament });
      const table = (name: string) => service.records.get(name) ?? assert.fail(name);
      table('crm/leads').clear();
      for (const [index, id] of ids.entries()) {
        const text = textOf(id);
        table('access_controls/users').set(`u${index}`, { id: `u${index}`, deleted: '0', name: text });
        table('crm/peoples').set(`p${id}`, {
          id: `p${id}`,
          deleted: '0',
          name: text,
          lead_id: id,
          referred_lead_id: null,
        });
        table('crm/leads').set(id, {
          id,
          deleted: '0',
          first_name: text,
          last_name: text,
          country: text,
          due: '2026-12-24',
          score: text,
          owner_id: `u${index}`,
          contact_id: `p${id}`,
          phone_numbers: [
            { id: '31', number: text, type: 'm' },
            { id: '32', number: '030', type: 'w' },
          ],
          email_addresses: [{ id: '41', email: text }],
        });
      }
      const { connections } = memoryConnections();
      await connections.add({ name: 'Letter', baseUrl: service.url }, undefined);
      clients = testClients(connections);
      const guard = new WriteGuard(connections, clients);
      const changes = new RecordChanges();
      references = namedRecords(connections, clients);
      drafts = new RecordDrafts({
        clients,
        guard,
        writer: testWriter(guard, { changes }),
        references,
        store: new MemoryTextStore(),
        files: new MemoryByteStore(),
        lastRead: new LastReadForms(connections, changes),
        schemaOf: () => 'records-schema:leads',
      });
      saves = new StagedSaves(testWriter(guard, { changes }), changes, references);
      const forms = new RecordForms(clients, changes, connections);
      sources = { drafts, forms, references, written: new OwnWrites(), guard };
      bulk = await bulkParts(service.url);
      folder = mkdtempSync(path.join(tmpdir(), 'recordbench-hostile-'));
    });

    after(async () => {
      bulk.end();
      clients.dispose();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    });

    // whatever a text contains, only documented requests are sent, and VS Code shows it as plain text
    afterEach(() => {
      for (const { path: asked } of service.received)
        assert.match(
          asked,
          /^\/(crm|access_controls|core)\/(leads|peoples|users|listviews)\/(index|view|edit|add)(\.json)?$/,
        );
      for (const show of [plainSentence, plainLabel])
        for (const [index, text] of texts.entries()) assertPlain(show(text), text, `text ${index}`);
    });

    /** Asserts that only these entries of a record change. */
    async function changesOnly(id: string, keys: readonly string[], work: () => Promise<unknown>): Promise<void> {
      const before = structuredClone(Object.fromEntries(service.records.get('crm/leads') ?? []));
      await work();
      const now = Object.fromEntries(service.records.get('crm/leads') ?? []);
      for (const [other, values] of Object.entries(before)) {
        const differing = Object.keys(values).filter((key) => !isDeepStrictEqual(values[key], now[other]?.[key]));
        assert.deepEqual(differing, other === id ? keys : [], `${textOf(id)}: ${other}`);
      }
    }

    it('are listed unchanged', async () => {
      const { rows, columns } = await (await clients.get('letter')).records(leads, { page: 1, limit: 100 });
      const at = (label: string): number => columns.findIndex((column) => column.label === label);
      for (const id of ids) {
        const row = rows.find((one) => one.id === id) ?? assert.fail(id);
        const cells = ['First Name', 'Last Name', 'Country', 'Owner', 'Main Contact'].map(
          (label) => row.cells[at(label)],
        );
        assert.deepEqual([row.name, ...cells], [nameOf(id), ...Array.from({ length: 5 }, () => textOf(id))], id);
      }
    });

    it('appear unchanged in the form and the text of the record', async () => {
      for (const id of ids) {
        const text = textOf(id);
        const form = await (await clients.get('letter')).open(leads, id);
        assert.equal(form.name, nameOf(id));
        const values = readRecordText(await drafts.readDocument(address(id))).values ?? assert.fail(id);
        for (const key of ['first_name', 'last_name', 'country', '__owner_id', '__contact_id'])
          assert.equal(values[key], text, `${id} ${key}`);
        const phones = Object.values(values['phone_numbers'] as object) as { number: string }[];
        assert.deepEqual(pluck(phones, 'number'), [text, '030']);
      }
    });

    it('stay unchanged when another field is edited and saved', async () => {
      for (const id of ids) {
        const text = await drafts.readDocument(address(id));
        await drafts.noteShown(address(id), text);
        await changesOnly(id, ['due'], () =>
          drafts.saveDocument(address(id), withValues(text, [{ at: ['due'], value: '2027-01-01' }])),
        );
        const sent = new Map(service.writes.at(-1)?.entries);
        assert.deepEqual(
          ['id', 'first_name', '__owner_id', 'due'].map((key) => sent.get(`data[leads][${key}]`)),
          [id, textOf(id), textOf(id), '2027-01-01'],
        );
        assert.equal([...sent.keys()].filter((key) => key.startsWith('data[action]')).length, 1);
      }
    });

    it('are saved as typed, in a text and in a cell', async () => {
      for (const [index, id] of ids.entries()) {
        const other = texts[(index + 1) % texts.length] ?? '';
        const text = await drafts.readDocument(address(id));
        await drafts.noteShown(address(id), text);
        await changesOnly(id, ['first_name'], () =>
          drafts.saveDocument(address(id), withValues(text, [{ at: ['first_name'], value: other }])),
        );
        assert.equal(stored(id)['first_name'], other);
        const change = { from: other, to: textOf(id) };
        await changesOnly(id, ['first_name'], async () => {
          const outcome = await saves.saveStaged(
            { connection: 'letter', controller: leads },
            new Map([[id, new Map([['first_name', change]])]]),
            service.url,
          );
          assert.deepEqual([...outcome.problems.values()], []);
        });
        assert.equal(stored(id)['first_name'], textOf(id));
      }
    });

    it('link to the related records and to no others', async () => {
      const client = await clients.get('letter');
      for (const id of ids) {
        const form = await client.open(leads, id);
        const [contacts = assert.fail('no association')] = form.associations;
        const related = {
          parent: leads,
          name: 'contacts',
          to: client.relatedTo(form, contacts, peoples),
        };
        const { rows } = await client.records(peoples, { listView: relatedListView(related), page: 1 });
        assert.deepEqual(
          rows.map((row) => [row.id, row.name]),
          [[`p${id}`, nameOf(id)]],
        );
        assert.ok(relatedTitle(related, peoples, form).endsWith(nameOf(id)));
        const { values: reference } = linkedStart(related, form, await client.form(peoples, 'add'));
        assert.deepEqual([reference['lead_id'], reference['__lead_id']], [id, nameOf(id)]);
      }
    });

    it('stay in the rows of a record when another row is edited', async () => {
      for (const id of ids) {
        const text = await drafts.readDocument(address(id));
        await drafts.noteShown(address(id), text);
        const rows = readRecordText(text).values?.['phone_numbers'] as object;
        const [, [key] = assert.fail('there are not two')] = Object.entries(rows);
        await changesOnly(id, ['phone_numbers'], () =>
          drafts.saveDocument(address(id), withValues(text, [{ at: ['phone_numbers', key, 'number'], value: '112' }])),
        );
        assert.deepEqual(stored(id)['phone_numbers'], [
          { id: '31', number: textOf(id), type: 'm' },
          { id: '32', number: '112', type: 'w' },
        ]);
        Object.assign(stored(id), {
          phone_numbers: [
            { id: '31', number: textOf(id), type: 'm' },
            { id: '32', number: '030', type: 'w' },
          ],
        });
      }
    });

    it('survive an export and import without changes', async () => {
      const client = await clients.get('letter');
      const listTarget = { controller: leads, listView: undefined };
      const first = await new RecordSource(client, listTarget, {}).describe(signal);
      const file = path.join(folder, 'leads.csv');
      const columns = exportColumns(first, first.columns);
      const rows = { kind: 'all', except: new Set<string>() } as const;
      const request = { client, listTarget, query: {}, first, columns, rows, format: 'csv', defuse: true } as const;
      const report = await new Exporter({ script: 'few records need no thread' }).exportRows(
        { ...request, onProgress: () => undefined },
        await DiskFile.open(file),
        signal,
      );
      assert.deepEqual([report.written, report.notes], [ids.length, []]);
      const table = await openImport(file, 'leads.csv');
      const uses = guessMapping(table.titles, await importSubject(client, leads, undefined, signal), {});
      const asWritten = await readImport({ table, uses, key: { kind: 'id' } });
      const values = (id: string) => asWritten.updates.find((update) => update.id === id)?.cells ?? assert.fail(id);
      for (const id of ids) {
        const read = new Map(values(id).map(({ field, value }) => [field.at[0], value]));
        assert.deepEqual(
          [read.get('first_name'), read.get('last_name'), read.get('owner_id')],
          Array.from({ length: 3 }, () => textOf(id)),
          id,
        );
      }
      assert.deepEqual([asWritten.adds, asWritten.refused], [[], []]);
      const writes = service.writes.length;
      const named = new ImportReferences('letter', references, async () => undefined);
      const { updates } = await readImport(
        { table, uses, key: { kind: 'id' } },
        { complete: (cells) => named.complete(cells, signal) },
      );
      for (const update of updates)
        assert.deepEqual(
          planUpdate(await client.open(leads, update.id), update),
          { kind: 'unchanged' },
          textOf(update.id),
        );
      assert.equal(service.writes.length, writes);
    });

    it('appear unchanged in a plan of unsaved changes, and nothing is written', async () => {
      const writes = service.writes.length;
      for (const [index, id] of ids.entries()) {
        const [held, typed] = [textOf(id), texts[(index + 1) % texts.length] ?? ''];
        const text = await drafts.readDocument(address(id));
        await drafts.noteShown(address(id), text);
        const pending = [
          { address: address(id), text: withValues(text, [{ at: ['first_name'], value: typed }]) },
          {
            address: { kind: 'listView', connection: 'letter', controller: leads, listView: 'all' },
            text: stagedText(new Map([[id, new Map([['last_name', { from: held, to: typed }]])]]), service.url),
          },
        ] as const;
        const { operations, left } = await pendingOperations(sources, pending, () => undefined, signal);
        assert.deepEqual(left, []);
        const head = { connection: held, address: service.url, controller: leads, madeBy: held, madeAt: '', why: held };
        const read = readPlan([...writePlan(head, operations)].join(''));
        const fields = ['first_name', 'last_name'].map((field) => ({ field, was: held, becomes: typed }));
        assert.deepEqual(
          [read.head, read.operations.map(({ operation }) => operation)],
          [head, [{ do: 'edit', id, name: nameOf(id), fields }]],
        );
      }
      assert.equal(service.writes.length, writes);
    });

    it('appear unchanged in the preview of a bulk edit, before anything is written', async () => {
      const writes = service.writes.length;
      const draft = await bulk.edit({ ids }, { field: 'first_name', kind: 'set', value: 'Ida' });
      const { rows } = await new BulkRows().get(draft.ledger, 'all', 0, 100);
      assert.deepEqual(
        pluck(rows, 'id', 'name', 'cells'),
        ids.map((id) => [id, nameOf(id), [{ label: 'First Name', before: textOf(id), after: 'Ida' }]]),
      );
      await draft.discard();
      assert.equal(service.writes.length, writes);
    });
  });
