import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { customEditors, webviewPanels } from '../manifest.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { sentenceOf } from '../platform/errorReporter.ts';
import type { Log } from '../platform/log.ts';
import type { Lazy } from '../services/common/lazy.ts';
import type { TabTitles } from '../services/remembered/tabTitles.ts';
import type { LicensePanels, SignupPanels } from './account/host/accountPanels.ts';
import type { BulkPanels } from './bulk/host/bulkPanels.ts';
import type { ComparePanels } from './compare/host/comparePanels.ts';
import type { ConnectionFormPanels } from './connection/host/connectionFormPanels.ts';
import type { FormEditor } from './form/host/formEditor.ts';
import type { ImportPanels } from './import/host/importPanels.ts';
import { idleTime } from './common/host/idleTime.ts';
import { LazyEditor } from './common/host/lazyEditor.ts';
import type { TableEditor } from './table/host/tableEditor.ts';
import type { Reopening } from './common/host/reopenTab.ts';

interface EditorDeps {
  readonly titles: TabTitles<vscode.WebviewPanel>;
  readonly records: Lazy<{
    readonly tables: TableEditor;
    readonly recordEditor: FormEditor;
    readonly comparePanels: Lazy<ComparePanels>;
  }>;
  readonly bulk: Lazy<{ readonly bulkPanels: Lazy<BulkPanels>; readonly importPanels: Lazy<ImportPanels> }>;
  readonly connectionFormPanels: Lazy<ConnectionFormPanels>;
  readonly signupPanels: Lazy<SignupPanels>;
  readonly licensePanels: Lazy<LicensePanels>;
  /** True while VS Code waits for the text of this document. */
  readonly isBeingRead: (uri: vscode.Uri) => boolean;
  readonly log: Log;
}

/** Registers the table, the form and the pages that are restored after a reload. */
export function registerEditors(deps: EditorDeps): vscode.Disposable {
  const { titles, records, bulk, log, isBeingRead } = deps;
  const nameTab = (panel: vscode.WebviewPanel, uri: vscode.Uri): void => {
    const address = addressOfUri(uri);
    if (address) titles.begin(panel, address);
  };
  const failed = (error: unknown): string => {
    log.error(error);
    return sentenceOf(t('Opening it'), error);
  };
  const table = new LazyEditor(async () => (await records.get()).tables, nameTab, failed);
  const form = new LazyEditor(async () => (await records.get()).recordEditor, nameTab, failed);
  const comparePanels = async (): Promise<ComparePanels> => (await records.get()).comparePanels.get();
  const bulkPanels = async (): Promise<BulkPanels> => (await bulk.get()).bulkPanels.get();
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(customEditors.table, table),
    vscode.window.registerCustomEditorProvider(customEditors.form, form),
    reviveTabs({
      viewType: customEditors.table,
      editor: table,
      isBeingRead,
      onReopen: (uri, isInProgress) => records.now?.tables.onReopen(uri, isInProgress),
      log,
    }),
    reviveTabs({ viewType: customEditors.form, editor: form, isBeingRead, log }),
    registerPanels(webviewPanels.connection, () => deps.connectionFormPanels.get()),
    registerPanels(webviewPanels.signup, () => deps.signupPanels.get()),
    registerPanels(webviewPanels.license, () => deps.licensePanels.get()),
    registerPanels(webviewPanels.bulk, bulkPanels),
    registerPanels(webviewPanels.compare, comparePanels),
    registerPanels(webviewPanels.import, async () => (await bulk.get()).importPanels.get()),
    // it reads its file itself: VS Code doesn't pass texts over 50 MB to extensions
    vscode.window.registerCustomEditorProvider(customEditors.plan, {
      openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: async ({ uri }, panel) => (await bulkPanels()).showPlan(panel, uri),
    }),
  );
}

/** Passes restored tabs to their pages. */
function registerPanels(viewType: string, pages: () => Promise<vscode.WebviewPanelSerializer>): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => (await pages()).deserializeWebviewPanel(panel, state),
  });
}

/** How long VS Code may take to hand over a tab before it counts as lost. */
const revivalTimeouts = {
  /** Tabs opened before this extension host started: handed over within moments, or never. */
  old: 5_000,
  /** Tabs opened since: certain to be handed over, unless VS Code lost the document in a crash. */
  opened: 60_000,
};

export interface Revival extends Reopening {
  readonly editor: Pick<LazyEditor, 'isGiven'>;
  /** True if VS Code is about to hand over such a tab. */
  readonly isBeingRead: (uri: vscode.Uri) => boolean;
}

/**
 * After a crash of the extension host, VS Code restarts it and shows the old tabs without asking us to fill them, so
 * actions in them have no effect. Such a tab is reopened as is, with its text. A tab that was being opened during the
 * crash is lost to VS Code until the window is reloaded: it stays open as text.
 */
export function reviveTabs(revival: Revival, { old, opened: late } = revivalTimeouts): vscode.Disposable {
  const opened = new Set<string>();
  const waiting = new Set<string>();
  const tries = new Map<string, number>();
  let isDisposed = false;
  let work: Promise<void> = Promise.resolve();
  const groupOf = (key: string): vscode.TabGroup | undefined =>
    vscode.window.tabGroups.all.find(({ activeTab }) => lostUri(activeTab, revival) && keyOf(activeTab) === key);
  const check = async (tab: vscode.Tab | undefined): Promise<void> => {
    const uri = tab?.isActive ? lostUri(tab, revival) : undefined;
    const key = keyOf(tab);
    if (!uri || waiting.has(key)) return;
    waiting.add(key);
    const isNew = opened.has(key) && !tries.has(key);
    await idleTime(isNew ? late : old, {
      holds: () => !isDisposed && groupOf(key) !== undefined,
      isPaused: () => revival.isBeingRead(uri),
    });
    waiting.delete(key);
    const group = groupOf(key);
    if (group && !isDisposed) work = work.then(() => reviveIn(group, revival, tries)).catch(() => undefined);
  };
  for (const { activeTab } of vscode.window.tabGroups.all) void check(activeTab);
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs((tabs) => {
      for (const tab of tabs.closed) opened.delete(keyOf(tab));
      for (const tab of tabs.opened) opened.add(keyOf(tab));
      for (const tab of [...tabs.changed, ...tabs.opened]) void check(tab);
    }),
    new vscode.Disposable(() => {
      isDisposed = true;
    }),
  );
}

/** Loaded on demand: few windows ever need it. */
async function reviveIn(group: vscode.TabGroup, revival: Revival, tries: Map<string, number>): Promise<void> {
  const { reopenTab } = await import('./common/host/reopenTab.ts');
  const { activeTab } = group;
  const uri = lostUri(activeTab, revival);
  if (activeTab && uri) await reopenTab(group, uri, activeTab.label, revival, tries);
}

/** URI of a tab that VS Code has not handed over. */
function lostUri(tab: vscode.Tab | undefined, { viewType, editor }: Revival): vscode.Uri | undefined {
  const input = tab?.input;
  if (!tab || !(input instanceof vscode.TabInputCustom) || input.viewType !== viewType) return undefined;
  return editor.isGiven(input.uri, tab.group.viewColumn) ? undefined : input.uri;
}

/** Identifies a tab by URI and group. */
function keyOf(tab: vscode.Tab | undefined): string {
  return tab?.input instanceof vscode.TabInputCustom ? `${tab.input.uri.toString()} ${tab.group.viewColumn}` : '';
}
