import type { NamedRecords } from '../../../../src/services/references/namedRecords.ts';
import { namedRecords } from '../../../support/references.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { RecordAddress, OpenAddress } from '../../../../src/model/address/address.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { readRecordText } from '../../../../src/model/draft/recordText.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import { LastReadForms } from '../../../../src/services/records/lastReadForms.ts';
import { RecordForms } from '../../../../src/services/records/recordForms.ts';
import { RecordChanges, type RecordsChange } from '../../../../src/services/common/recordChanges.ts';
import type { DraftState } from '../../../../src/services/records/draft.ts';
import { RecordDrafts } from '../../../../src/services/records/recordDrafts.ts';
import { WriteGuard } from '../../../../src/services/connections/writeGuard.ts';
import type { ConfirmClear, RecordWriter } from '../../../../src/services/writes/recordWriter.ts';
import { MemoryIntents, testWriter } from '../../../support/memoryIntents.ts';
import { MemoryByteStore, MemoryTextStore } from '../../../support/memoryStores.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { json, type Received, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { answer, element, submit } from '../../service/documented/form/formAnswer.ts';
import { testClients } from '../../../support/testClients.ts';

/** Overrides what a save does; returns true if it sends the response itself. */
type SaveScript = (request: Received, response: ServerResponse, store: () => string) => boolean;

/** Records in a service that a test controls, and a user's drafts of them. */
export interface DraftBench {
  /** The user's answer when a save would clear fields; without it, nothing is saved. */
  confirmClear?: ConfirmClear;
  readonly service: ScriptedService;
  readonly records: Map<string, JsonObject>;
  elements: JsonObject[];
  actions: JsonObject[];
  onSave: SaveScript | undefined;
  /** Called once a form has been read; the response is sent after it settles. */
  onRead: (() => Promise<void>) | undefined;
  /** Responds to every request with 401. */
  isLocked: boolean;
  /** Closes every connection without a response. */
  isAway: boolean;
  /** Sent next to the record in every form. */
  beside: JsonObject;
  readonly store: MemoryTextStore;
  /** Intents of writes in flight. */
  readonly intents: MemoryIntents;
  readonly files: MemoryByteStore;
  readonly reported: RecordsChange[];
  writer: RecordWriter;
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly forms: RecordForms;
  readonly references: NamedRecords;
  /** Called when a save waits for writes that may be in flight; its clock advances automatically. */
  onWait: () => void;
  drafts: RecordDrafts;
  /** Reads like an open document, which then has the text. */
  read(address: OpenAddress): Promise<string>;
  settle(address: RecordAddress, savedText: string, currentText: string): Promise<string>;
  /** Simulates a restart: everything in memory is lost. */
  restart(): void;
  setReadOnly(): Promise<void>;
  /** Changes the URL of the same connection. */
  moveTo(baseUrl: string): Promise<void>;
  /** Changes lead 1 as another user. */
  change(values: JsonObject): void;
  /** The state of lead 1, which must have been read. */
  state(): DraftState;
  /** What outlives the window: bases of unsaved changes, intents of adds. */
  keptOnDisk(): string[];
  /** The fields of each save, by key. */
  posts(): Record<string, string>[];
  close(): Promise<void>;
}

export const lead = (id: string): RecordAddress => ({
  kind: 'record',
  connection: 'test',
  controller: controllerName('crm', 'leads'),
  id,
});

export const newLead = {
  kind: 'newRecord',
  connection: 'test',
  controller: controllerName('crm', 'leads'),
  number: 1,
} as const;

export async function draftBench(): Promise<DraftBench> {
  const records = new Map<string, JsonObject>([
    [
      '1',
      { name: 'Lead 1', city: 'Goa', score: '1', modified: '2026-01-01 10:00', __modified_by: 'Ada', modified_by: '7' },
    ],
  ]);
  const service = await scriptedService((request, response) => respond(bench, request, response));
  const { connections } = memoryConnections();
  const connection = await connections.add({ name: 'Test', baseUrl: service.url }, undefined);
  const clients = testClients(connections);
  const guard = new WriteGuard(connections, clients);
  const changes = new RecordChanges();
  const reported: RecordsChange[] = [];
  changes.onDidChange((change) => reported.push(change));
  const [store, files, intents] = [new MemoryTextStore(), new MemoryByteStore(), new MemoryIntents()];
  const seen = new LastReadForms(connections, changes);
  const forms = new RecordForms(clients, changes, connections);
  let waited = 0;
  const clock = {
    now: () => Date.now() + waited,
    wait: async (ms: number) => {
      waited += ms;
      bench.onWait();
    },
  };
  const references = namedRecords(connections, clients);
  const openWriter = (): RecordWriter => testWriter(guard, { changes, intents, clock });
  const open = (writer: RecordWriter): RecordDrafts =>
    new RecordDrafts({
      clients,
      guard,
      writer,
      references,
      store,
      files,
      lastRead: seen,
      forms,
      schemaOf: () => 'records-schema:leads',
      now: clock.now,
      confirmClear: async (error) => (await bench.confirmClear?.(error)) === true,
    });
  const first = openWriter();
  const bench: DraftBench = {
    service,
    records,
    elements: [
      element('name', { label: 'Name', permission: 4 }),
      element('city', { label: 'City' }),
      element('score', { label: 'Score', template: 'number' }),
      element('modified', { label: 'Modified', permission: 4 }),
    ],
    actions: [submit('save_progress', 'Save')],
    onSave: undefined,
    onRead: undefined,
    isLocked: false,
    isAway: false,
    beside: {},
    store,
    intents,
    files,
    reported,
    writer: first,
    guard,
    changes,
    forms,
    references,
    onWait: () => undefined,
    drafts: open(first),
    read: async (address) => {
      const text = await bench.drafts.readDocument(address);
      await bench.drafts.noteShown(address, text);
      return text;
    },
    settle: async (address, savedText, currentText) => {
      const text = await bench.drafts.settle(address, savedText, currentText);
      await bench.drafts.noteShown(address, text);
      return text;
    },
    restart: () => {
      bench.writer = openWriter();
      bench.drafts = open(bench.writer);
    },
    setReadOnly: () => connections.change({ ...connection, readOnly: true }),
    moveTo: (baseUrl) => connections.change({ ...connection, baseUrl }),
    change: (values) => void records.set('1', { ...records.get('1'), ...values }),
    state: () => bench.drafts.get(lead('1')) ?? assert.fail('lead 1 is not open'),
    keptOnDisk: () => [...store.texts.keys()].map((key) => (JSON.parse(key) as [kind: string])[0]),
    posts: () => service.received.filter(({ method }) => method === 'POST').map(({ body }) => fieldsIn(body)),
    close: async () => {
      clients.dispose();
      await service.close();
    },
  };
  return bench;
}

function respond(bench: DraftBench, request: Received, response: ServerResponse): void {
  const { records } = bench;
  if (bench.isAway) return void response.destroy();
  if (bench.isLocked) return json(response, { errors: ['the token has expired'] }, 401);
  if (request.method === 'POST') {
    const store = (): string => stored(records, fieldsIn(request.body));
    if (bench.onSave?.(request, response, store)) return;
    const id = store();
    return json(response, { errors: [], message: ['Saved.'], id });
  }
  const isNew = request.path.includes('/add');
  const id = request.query.get('id') ?? '';
  const record = isNew ? { city: 'Goa' } : records.get(id);
  if (!record) return json(response, { errors: [{ message: 'there is no such lead' }] }, 404);
  const { elements, actions, beside } = bench;
  const form = { permission: 2, elements: [...elements, ...actions] };
  const content = answer(record, form, { id, name: record['name'] ?? '', ...beside });
  const whole = { ...content, data: { leads: isNew ? record : { id, ...record } } };
  if (!bench.onRead) return json(response, whole);
  void bench.onRead().then(() => json(response, whole));
}

let revision = 1;

function stored(records: Map<string, JsonObject>, fields: Record<string, string>): string {
  const id = fields['data[leads][id]'] ?? `n${records.size}`;
  const record: JsonObject = { ...records.get(id), modified: `2026-01-02 10:00:${revision++}` };
  for (const [key, value] of Object.entries(fields)) {
    const name = /^data\[leads\]\[([^[\]]+)\]$/.exec(key)?.[1];
    if (name !== undefined && name !== 'id') record[name] = value === 'null' ? null : value;
  }
  records.set(id, record);
  return id;
}

function fieldsIn(body: string): Record<string, string> {
  const parts = body.matchAll(/name="([^"]+)"(?:; filename="[^"]*")?\r\n(?:content-type[^\r]*\r\n)?\r\n(.*?)\r\n--/gis);
  return Object.fromEntries([...parts].map(([, key = '', value = '']) => [key, value]));
}

/** The text after the user typed. */
export function typed(text: string, changes: JsonObject): string {
  return withValues(
    text,
    Object.entries(changes).map(([key, value]) => ({ at: [key], value })),
  );
}

export function valuesOf(text: string): JsonObject {
  return readRecordText(text).values ?? {};
}
