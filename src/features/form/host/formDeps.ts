import type { OpenAddress, RecordAddress } from '../../../model/address/address.ts';
import type { TextDocument, Uri, WebviewPanel } from 'vscode';
import type { Attachment } from '../../../model/form/attachment.ts';
import type { SubmitAction } from '../../../model/form/submitAction.ts';
import type { ConnectionStatus } from '../../../platform/connectionStatus.ts';
import type { DocumentEdits } from '../../../platform/documentEdits.ts';
import type { ErrorReporter } from '../../../platform/errorReporter.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clients } from '../../../services/connections/clients.ts';
import type { ReferenceSources } from '../../../services/references/referencedControllers.ts';
import type { TableEditor } from '../../table/host/tableEditor.ts';
import type { Connections } from '../../../services/connections/connections.ts';
import type { NewRecords } from '../../../services/records/newRecords.ts';
import type { Recents } from '../../../services/remembered/recents.ts';
import type { TabTitles } from '../../../services/remembered/tabTitles.ts';
import type { RecordDrafts } from '../../../services/records/recordDrafts.ts';
import type { WriteGuard } from '../../../services/connections/writeGuard.ts';

/** Saves, with the pressed button of the form if any; resolves to true if saved. */
export type SubmitRecord = (
  document: TextDocument,
  address: OpenAddress,
  action: SubmitAction | undefined,
) => Promise<boolean>;

/** Dependencies shared by all forms. */
export interface RecordFormDeps extends ReferenceSources {
  readonly extension: Uri;
  readonly connections: Connections;
  readonly connectionStatus: Pick<ConnectionStatus, 'addPage'>;
  readonly clients: Clients;
  readonly guard: WriteGuard;
  readonly drafts: RecordDrafts;
  readonly edits: DocumentEdits;
  readonly recents: Recents;
  readonly titles: TabTitles<WebviewPanel>;
  readonly files: Readonly<Record<'open' | 'save', (address: RecordAddress, file: Attachment) => Promise<void>>>;
  readonly tables: Pick<TableEditor, 'embed'>;
  readonly newRecords: NewRecords;
  readonly submit: SubmitRecord;
  /** True if a form has already saved the document and VS Code is about to be notified. */
  readonly isSavedAhead: (document: TextDocument) => boolean;
  /** Makes the next save fail with this message. */
  readonly rejectNextSave: (document: TextDocument, sentence: string) => void;
  /** Retries a record that couldn't be read; the drafts report the result. */
  readonly retry: (address: OpenAddress) => Promise<void>;
  readonly errors: ErrorReporter;
  readonly log: Log;
}
