import { FileByteStore, FileTextStore } from '../platform/fileStore.ts';
import { JournalFolder } from '../services/bulk/journalFolder.ts';
import { PartialFiles } from '../services/export/partialFiles.ts';
import type { History } from '../services/history/history.ts';
import { DraftStore } from '../services/records/draftStore.ts';
import type { WriteIntents } from '../services/writes/writeIntents.ts';
import type { StoredFolder } from './storageFolder.ts';

type Forget = (connection: string) => Promise<void>;

interface StoredDataDeps {
  readonly folderOf: (name: StoredFolder) => string;
  readonly history: Pick<History, 'forget'>;
  readonly intents: Pick<WriteIntents, 'compact'>;
}

/** How each folder on the disk forgets a connection: one that is added to `StoredFolder` has to say so here. */
export function forgetConnectionIn({
  folderOf,
  history,
  intents,
}: StoredDataDeps): Readonly<Record<StoredFolder, Forget>> {
  return {
    bulk: (connection) => new JournalFolder(folderOf('bulk')).forgetConnection(connection),
    // the demo has its own service, whose data goes with Reset Demo
    demo: async () => undefined,
    drafts: (connection) =>
      new DraftStore(new FileTextStore(folderOf('drafts'))).forget(
        connection,
        undefined,
        new FileByteStore(folderOf('files')),
      ),
    exports: (connection) => new PartialFiles(folderOf('exports')).forget((list) => list.startsWith(`${connection}/`)),
    // with the drafts that name them
    files: async () => undefined,
    history: (connection) => history.forget(connection),
    intents: () => intents.compact(),
    watched: async (connection) => {
      const store = new FileTextStore(folderOf('watched'));
      for (const key of await store.keys()) if (key.startsWith(`${connection}/`)) await store.delete(key);
    },
  };
}
