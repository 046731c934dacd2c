import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ComparedRecords } from '../documents/comparedRecords.ts';
import { registerListViewColors } from '../documents/listViewColors.ts';
import { registerRecordDiagnostics } from '../documents/recordDiagnostics.ts';
import { registerRecordTimeline } from '../documents/registerRecordTimeline.ts';
import { RecordFiles } from '../documents/recordFiles.ts';
import { RecordsDocuments, type SaveRefusal } from '../documents/recordsDocuments.ts';
import { RecordSchemas } from '../documents/recordSchemas.ts';
import { showAdded, FormEditor } from '../features/form/host/formEditor.ts';
import { TableEditor } from '../features/table/host/tableEditor.ts';
import { schemaAddress } from '../model/schema/schemaAddress.ts';
import { rememberRowRights } from '../services/records/rowRights.ts';
import { formRights } from '../model/writePermission.ts';
import { attention } from '../platform/attention.ts';
import { DocumentEdits } from '../platform/documentEdits.ts';
import type { ErrorReporter } from '../platform/errorReporter.ts';
import { FileByteStore, FileTextStore } from '../services/common/fileStore.ts';
import type { Log } from '../platform/log.ts';
import { ColumnLayouts, TableViews } from '../services/remembered/listViewMementos.ts';
import { Lazy } from '../services/common/lazy.ts';
import { RecordTimeline } from '../services/history/recordTimeline.ts';
import { CharacterBudget } from '../services/common/characterBudget.ts';
import { LastReadForms } from '../services/records/lastReadForms.ts';
import { Retries } from '../services/connections/retries.ts';
import { RecordPages } from '../services/lists/recordPages.ts';
import { NamedRecords } from '../services/references/namedRecords.ts';
import { RecordDrafts } from '../services/records/recordDrafts.ts';
import { OwnWrites } from '../services/staging/ownWrites.ts';
import { StagedProblems, StagedSaves } from '../services/staging/stagedSaves.ts';
import type { ConfirmClear } from '../services/writes/recordWriter.ts';
import type { LoadedServices } from './createServices.ts';
import { storageFolder } from './storageFolder.ts';

/** Tables, forms and the documents behind them. */
export function createRecordsFeature(
  context: vscode.ExtensionContext,
  services: LoadedServices,
  errors: ErrorReporter,
  log: Log,
) {
  const { connections, connectionStatus, clients, guard, changes, writer, recordForms } = services;
  const references = new NamedRecords(services);
  const edits = new DocumentEdits();
  const written = new OwnWrites();
  connections.onDidGoStale(({ reason }) => {
    if (reason === 'service') written.clear();
  });
  const memory = new CharacterBudget();
  const layouts = new ColumnLayouts(services.globalState, connections);
  const confirmClear: ConfirmClear = async (error) =>
    (await import('../platform/confirmations.ts')).confirmClear(error);
  const drafts = new RecordDrafts({
    clients,
    guard,
    writer,
    references,
    store: new FileTextStore(storageFolder(context, 'drafts')),
    files: new FileByteStore(storageFolder(context, 'files')),
    lastRead: new LastReadForms(connections, changes, memory),
    forms: recordForms,
    schemaOf: schemaAddress,
    confirmClear,
  });
  const cleanUp = (): void => void errors.runInBackground(t('Cleaning up old drafts'), () => drafts.cleanUp());
  const daily = setInterval(cleanUp, 86_400_000);
  cleanUp();
  const shared = {
    ...services,
    errors,
    log,
    edits,
    layouts,
    problems: new StagedProblems(),
    written,
    extension: context.extensionUri,
  };
  const documents = new RecordsDocuments({
    ...shared,
    drafts,
    saves: new StagedSaves(writer, changes, references, written, confirmClear),
  });
  const exportThread = { script: context.asAbsolutePath('dist/exportWorker.js'), words: vscode.l10n.bundle };
  const pages = new RecordPages(
    connections,
    clients,
    references,
    memory,
    async function* filterInThread(client, job, signal) {
      const { filterInWorker } = await import('../services/lists/threadedFilter.ts');
      yield* filterInWorker(exportThread, client, job, signal);
    },
  );
  pages.onDidRead(({ address, rows }) =>
    rememberRowRights(services.rights, address.connection, address.controller, rows),
  );
  const exportFolder = storageFolder(context, 'exports');
  const profiler = new Lazy(async () => {
    const [{ Profiler }, { PartialFiles }] = await Promise.all([
      import('../services/profile/profiler.ts'),
      import('../services/export/partialFiles.ts'),
    ]);
    return new Profiler(exportThread, new PartialFiles(exportFolder));
  });
  const tables = new TableEditor({
    ...shared,
    profiler,
    pages,
    forms: recordForms,
    references,
    views: new TableViews(services.globalState, connections),
    submit: (document, address) => documents.listViews.submit(document, address),
    isSavedAhead: (document) => documents.listViews.isSavedAhead(document),
    onFailedRead: () => retries.update(),
  });
  const files = new RecordFiles({ clients, forms: recordForms });
  const recordEditor = new FormEditor({
    ...shared,
    files,
    drafts,
    tables,
    submit: (document, address, action) => documents.records.submit(document, address, action),
    isSavedAhead: (document) => documents.records.isSavedAhead(document),
    rejectNextSave: (document, sentence) => documents.records.hold(document, sentence),
    retry: (address) => documents.retry(address),
  });
  const save = async (document: vscode.TextDocument): Promise<SaveRefusal | undefined> => {
    await Promise.all([tables.commit(document.uri), recordEditor.commit(document.uri)]);
    return documents.submit(document);
  };
  const compared = new ComparedRecords(recordForms, pages, () => retries.update());
  const retries = new Retries(() => [...documents.failedReads, ...tables.failedReads, ...compared.failedReads], {
    ...services,
    ...attention,
  });
  const comparePanels = new Lazy(async () => {
    const [{ ComparePanels }, { StoredComparisons }] = await Promise.all([
      import('../features/compare/host/comparePanels.ts'),
      import('../services/compare/storedComparisons.ts'),
    ]);
    return new ComparePanels({
      extension: context.extensionUri,
      connections,
      connectionStatus,
      clients,
      guard,
      references,
      compared,
      errors,
      log,
      exportFolder,
      exportThread,
      kept: new StoredComparisons(context.workspaceState, exportFolder),
    });
  });
  const { history } = writer;
  const recordHistory = new Lazy(async () => {
    const [{ RecordHistory }, { JournalFolder }] = await Promise.all([
      import('../services/history/recordHistory.ts'),
      import('../services/bulk/journalFolder.ts'),
    ]);
    return new RecordHistory({ history, journals: new JournalFolder(storageFolder(context, 'bulk')), connections });
  });
  const timeline = new RecordTimeline({ history, reader: recordHistory, changes, connections });
  const schemas = new RecordSchemas({ forms: recordForms, drafts });

  context.subscriptions.push(
    { dispose: () => clearInterval(daily) },
    documents.register(),
    documents.records.onDidAdd((added) => void showAdded(added, clients)),
    compared.register(),
    schemas,
    tables.register(),
    recordEditor.register(),
    registerRecordDiagnostics({ drafts }),
    registerListViewColors(),
    registerRecordTimeline(timeline),
    retries,
    drafts.onDidChange(() => retries.update()),
    drafts.onDidChange((address) => {
      const state = drafts.get(address);
      if (!state || address.kind !== 'record') return;
      const read = formRights(state.form);
      services.rights.remember(address, { ...read, isDeleted: read.isDeleted || state.news === 'deleted' });
    }),
  );
  const pendingSources = { drafts, forms: recordForms, references, written, guard };
  const kept = { drafts, edits, layouts, pages, references, recordHistory, pendingSources, exportThread, exportFolder };
  return { documents, save, tables, recordEditor, compared, comparePanels, schemas, files, ...kept };
}
