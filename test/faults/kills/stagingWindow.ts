// A window in which a user edits cells of a table and saves them, one record after the other, until it is killed. The
// next one continues with the staged cells that VS Code has kept.
import { memoryHistory } from '../../support/memoryHistory.ts';
import { namedRecords } from '../../support/references.ts';
import { controllerName } from '../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { readStaged, stagedText, withCell } from '../../../src/model/list/stagedCells.ts';
import { RecordChanges } from '../../../src/services/common/recordChanges.ts';
import { StagedSaves } from '../../../src/services/staging/stagedSaves.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { IntentFiles } from '../../../src/services/writes/intentFiles.ts';
import { RecordWriter } from '../../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../../src/services/writes/writeIntents.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { signalReady, settingsOfWindow } from './mortalWindow.ts';
import { type Editor, editorIn, type OpenText, type SavingSettings } from './savingEditor.ts';
import { testClients } from '../../support/testClients.ts';

const controller = controllerName('crm', 'leads');
const { url, folder, timeoutMs, isLast, typesOn } = settingsOfWindow() as SavingSettings;
const { connections } = memoryConnections();
const connection = await connections.add({ name: 'Test', baseUrl: url }, undefined);
await connections.change({ ...connection, network: { ...connection.network, timeoutMs } });
const clients = testClients(connections);
const changes = new RecordChanges();
const guard = new WriteGuard(connections, clients);
const intents = new WriteIntents(new IntentFiles(`${folder}/intents`));
const saves = new StagedSaves(
  new RecordWriter({ guard, changes, intents, history: memoryHistory() }),
  changes,
  namedRecords(connections, clients),
);
const editor: Editor = editorIn(folder);

// load everything lazy before a kill is possible
await (await clients.get(connection.id)).form(controller, 'add');
signalReady();
const begun = await editor.all();
for (const number of begun.keys()) await openNext(number);
if (isLast) process.exit(0);
for (let number = begun.size + 1; ; number++) {
  await type(number, [], 'Goa');
  await save(number);
}

/** Text that VS Code restores is either saved or as typed. */
async function openNext(number: number): Promise<void> {
  const { state, typed } = await editor.read(number);
  if (state !== 'unsaved') return;
  if (typesOn && typed.length === 1) await type(number, typed, 'Goa');
  await save(number);
}

async function type(number: number, before: readonly string[], from: string | null): Promise<void> {
  await stage(number, from, [...before, `${number}-${before.length + 1}`]);
}

async function stage(number: number, from: string | null, typed: readonly string[]): Promise<void> {
  const cell = { from, to: typed.at(-1) ?? null };
  const text = stagedText(withCell(new Map(), String(number), 'city', cell), url);
  await editor.write(number, { state: 'unsaved', text, typed });
}

async function save(number: number): Promise<void> {
  const open: OpenText = await editor.read(number);
  const { staged, madeFor } = readStaged(open.text);
  assert.ok(staged && madeFor !== undefined, 'it is not staged');
  const { problems } = await saves.saveStaged({ connection: connection.id, controller }, staged, madeFor);
  const problem = problems.get(String(number));
  if (!problem) return editor.write(number, { ...open, state: 'saved' });
  // an earlier window's write has arrived, and another value was typed since: the user keeps theirs
  const theirs = problem.theirs?.get('city') ?? undefined;
  assert.ok(theirs !== undefined && open.typed.includes(theirs), problem.sentence);
  await stage(number, theirs, open.typed);
  await save(number);
}
