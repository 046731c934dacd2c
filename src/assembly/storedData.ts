import type { RecordAddress } from '../model/address/address.ts';
import { FileByteStore, FileTextStore } from '../services/common/fileStore.ts';
import { JournalFolder } from '../services/bulk/journalFolder.ts';
import { PartialFiles } from '../services/export/partialFiles.ts';
import type { History } from '../services/history/history.ts';
import { DraftStore } from '../services/records/draftStore.ts';
import { watchKey } from '../services/watch/watchList.ts';
import type { WriteIntents } from '../services/writes/writeIntents.ts';
import type { StoredFolder } from './storageFolder.ts';

interface StoredDataDeps {
  readonly folderOf: (name: StoredFolder) => string;
  readonly history: Pick<History, 'removeConnection' | 'forgetRecord'>;
  readonly intents: Pick<WriteIntents, 'compact'>;
}

/** Erases the data of a connection or a record from a folder on disk. */
interface StoredData {
  connection(id: string): Promise<void>;
  /** Returns how many items couldn't be erased. */
  record(record: RecordAddress): Promise<number | void>;
}

const nothing = async (): Promise<void> => undefined;

/** Every `StoredFolder` must define here how its data is erased. */
export function storedData({ folderOf, history, intents }: StoredDataDeps): Readonly<Record<StoredFolder, StoredData>> {
  const journals = new JournalFolder(folderOf('bulk'));
  const files = new FileByteStore(folderOf('files'));
  const drafts = new DraftStore(new FileTextStore(folderOf('drafts')));
  const found = new PartialFiles(folderOf('exports'));
  const watched = new FileTextStore(folderOf('watched'));
  return {
    bulk: {
      connection: (id) => journals.forgetConnection(id),
      record: (record) => journals.forgetRecord(record.connection, record),
    },
    // the demo has its own service; Reset Demo removes its data
    demo: { connection: nothing, record: nothing },
    drafts: {
      connection: (id) => drafts.removeAll(id, undefined, files),
      record: (record) => drafts.removeAll(record.connection, record, files),
    },
    exports: {
      connection: (id) => found.remove((list) => list.startsWith(`${id}/`)),
      record: ({ connection, controller }) => found.remove((list) => list === `${connection}/${controller}`),
    },
    // removed together with the drafts that reference them
    files: { connection: nothing, record: nothing },
    history: {
      connection: (id) => history.removeConnection(id),
      record: (record) => history.forgetRecord(record.connection, record),
    },
    intents: { connection: () => intents.compact(), record: () => intents.compact() },
    watched: {
      connection: async (id) => {
        for (const key of await watched.keys()) if (key.startsWith(`${id}/`)) await watched.delete(key);
      },
      record: (record) => watched.delete(watchKey(record)),
    },
  };
}
