// A window in which a user edits or adds one record after the other, until it is killed. The next one continues with
// the records whose unsaved text VS Code has kept.
import { memoryHistory } from '../../support/memoryHistory.ts';
import { namedRecords } from '../../support/references.ts';
import { controllerName } from '../../../src/model/controller.ts';
import type { OpenAddress } from '../../../src/model/address/address.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { withValues } from '../../../src/model/draft/textEdit.ts';
import { FileByteStore, FileTextStore } from '../../../src/services/common/fileStore.ts';
import { LastReadForms } from '../../../src/services/records/lastReadForms.ts';
import { RecordChanges } from '../../../src/services/common/recordChanges.ts';
import { RecordDrafts } from '../../../src/services/records/recordDrafts.ts';
import { WriteGuard } from '../../../src/services/connections/writeGuard.ts';
import { IntentFiles } from '../../../src/services/writes/intentFiles.ts';
import { RecordWriter } from '../../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../../src/services/writes/writeIntents.ts';
import { memoryConnections } from '../../support/memoryConnections.ts';
import { signalReady, settingsOfWindow } from './mortalWindow.ts';
import { type Editor, editorIn, type OpenText, type SavingSettings } from './savingEditor.ts';
import { testClients } from '../../support/testClients.ts';

const { url, folder, kind, timeoutMs, isLast, typesOn } = settingsOfWindow() as SavingSettings;
const { connections } = memoryConnections();
const connection = await connections.add({ name: 'Test', baseUrl: url }, undefined);
await connections.change({ ...connection, network: { ...connection.network, timeoutMs } });
const clients = testClients(connections);
const changes = new RecordChanges();
const guard = new WriteGuard(connections, clients);
const intents = new WriteIntents(new IntentFiles(`${folder}/intents`));
const drafts = new RecordDrafts({
  clients,
  guard,
  writer: new RecordWriter({ guard, changes, intents, history: memoryHistory() }),
  references: namedRecords(connections, clients),
  store: new FileTextStore(`${folder}/drafts`),
  files: new FileByteStore(`${folder}/files`),
  lastRead: new LastReadForms(connections, changes),
  schemaOf: () => 'records-schema:leads',
});
const editor: Editor = editorIn(folder);

// load everything lazy before a kill is possible
await (await clients.get(connection.id)).form(controllerName('crm', 'leads'), 'add');
signalReady();
const begun = await editor.all();
for (const number of begun.keys()) await openNext(number);
if (isLast) process.exit(0);
for (let number = begun.size + 1; ; number++) await begin(number);

function addressOf(number: number): OpenAddress {
  const controller = controllerName('crm', 'leads');
  return kind === 'edit'
    ? { kind: 'record', connection: connection.id, controller, id: String(number) }
    : { kind: 'newRecord', connection: connection.id, controller, number };
}

async function begin(number: number): Promise<void> {
  const address = addressOf(number);
  const text = await drafts.readDocument(address);
  await drafts.noteShown(address, text);
  await type(number, text, []);
  await drafts.keepBase(address);
  await save(number);
}

/** Text that VS Code restores is either saved or as typed. */
async function openNext(number: number): Promise<void> {
  const open = await editor.read(number);
  if (open.state !== 'unsaved') return;
  await drafts.restore(addressOf(number));
  if (typesOn && open.typed.length === 1) await type(number, open.text, open.typed);
  await save(number);
}

/** A new record is identified by its score, which doesn't change. */
async function type(number: number, text: string, before: readonly string[]): Promise<void> {
  const city = `${number}-${before.length + 1}`;
  const changed = withValues(text, [
    { at: ['city'], value: city },
    { at: ['score'], value: String(number * 1_000) },
  ]);
  await editor.write(number, { state: 'unsaved', text: changed, typed: [...before, city] });
}

async function save(number: number): Promise<void> {
  const address = addressOf(number);
  const open = await editor.read(number);
  const state = await outcomeOf(address, open);
  await editor.write(number, { ...open, state });
  if (state === 'saved' && address.kind === 'record') {
    await drafts.settle(address, open.text, open.text);
    await drafts.discard(address, open.text);
  } else if (state === 'saved') await drafts.close(address);
}

async function outcomeOf(address: OpenAddress, { text }: OpenText): Promise<OpenText['state']> {
  try {
    await drafts.saveDocument(address, text);
    return 'saved';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { base, conflicts = [], news } = drafts.get(address) ?? {};
    if (address.kind === 'newRecord' && news === 'mayHaveBeenAdded') return 'unclear';
    // killed before the base was stored: the user keeps their own values
    if (base && conflicts.length > 0 && conflicts.every(({ original }) => original === undefined)) {
      for (const { key } of conflicts) await drafts.choose(address, text, key, 'mine');
      return outcomeOf(address, { state: 'unsaved', text, typed: [] });
    }
    throw error;
  }
}
