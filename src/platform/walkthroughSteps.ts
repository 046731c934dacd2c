import * as vscode from 'vscode';
import { contextKeys, customEditors } from '../manifest.ts';
import type { BulkLedger } from '../model/bulk/bulkLedger.ts';
import type { Connections } from '../services/connections/connections.ts';
import type { Demo } from '../services/demo/demo.ts';
import { addressOfUri } from './addressUri.ts';

/** Completes walkthrough steps when the task is done, not when its button is clicked. */
export function trackWalkthrough(
  connections: Connections,
  demo: Pick<Demo, 'isRunning' | 'onDidChange'>,
): vscode.Disposable {
  const lookAround = (): void => {
    if (demo.isRunning) steps.add(contextKeys.startedDemo);
    if (connections.all().some(({ id }) => connections.isPersisted(id))) steps.add(contextKeys.ownConnection);
  };
  lookAround();
  if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isForeign))) steps.publishAll();
  return vscode.Disposable.from(
    connections.onDidChange(lookAround),
    demo.onDidChange(lookAround),
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      const tabs = [...opened, ...changed];
      const shows = (viewType: string): boolean =>
        tabs.some(({ input }) => input instanceof vscode.TabInputCustom && input.viewType === viewType);
      if (shows(customEditors.table)) steps.add(contextKeys.openedTable);
      if (shows(customEditors.form)) steps.add(contextKeys.openedRecord);
      if (tabs.some(isForeign)) steps.publishAll();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      const address = addressOfUri(uri);
      if (address && address.kind !== 'listView') steps.add(contextKeys.savedRecord);
    }),
  );
}

/** Called after a run. One that was rejected entirely, or canceled before its first record, doesn't count. */
export function completeRunStep({ plan, counts }: Pick<BulkLedger, 'plan' | 'counts'>): void {
  if (counts.done > 0) steps.add(plan.undoOf === undefined ? contextKeys.changedMany : contextKeys.undoneRun);
}

/**
 * VS Code ignores a context key that was set before it reads a walkthrough, even if it is set again. So no key is set
 * until a walkthrough may be open.
 */
class DoneSteps {
  readonly #keys = new Set<string>();
  #isWalkthroughOpen = false;

  add(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    if (this.#isWalkthroughOpen) setContextKey(key);
  }

  publishAll(): void {
    if (this.#isWalkthroughOpen) return;
    this.#isWalkthroughOpen = true;
    for (const key of this.#keys) setContextKey(key);
  }
}

/** Per window, like the walkthrough. */
const steps = new DoneSteps();

function setContextKey(key: string): void {
  void vscode.commands.executeCommand('setContext', key, true);
}

/** True for VS Code's own tabs, such as the walkthrough. */
function isForeign({ input }: vscode.Tab): boolean {
  return input === undefined;
}
