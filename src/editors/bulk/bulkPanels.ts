import { t } from '@vscode/l10n';
import path from 'node:path';
import * as vscode from 'vscode';
import { webviewPanels } from '../../manifest.ts';
import { planFileAt } from '../../platform/planFile.ts';
import { webviewRoot } from '../../platform/webviewPage.ts';
import { BulkPanel } from './bulkPanel.ts';
import type { BulkDeps } from './bulkDeps.ts';
import { type BulkSubject, readSavedSubject } from './bulkSubject.ts';
import { createWebviewPanel } from '../../platform/ui/views.ts';

/** The open pages of bulk work. */
export class BulkPanels implements vscode.WebviewPanelSerializer {
  readonly #deps: BulkDeps;
  readonly #open = new Set<BulkPanel>();

  constructor(deps: BulkDeps) {
    this.#deps = deps;
  }

  /** A run has one page. */
  open(subject: BulkSubject): BulkPanel {
    const open = subject.kind === 'run' ? this.#of(subject.run) : undefined;
    if (open) {
      open.panel.reveal();
      return open;
    }
    const panel = createWebviewPanel(webviewPanels.bulk, t('Bulk run'), vscode.ViewColumn.Active, this.#options());
    return this.#show(panel, subject);
  }

  /** As the editor of a file with a plan. */
  showPlan(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
    panel.webview.options = this.#options();
    this.#show(panel, { kind: 'plan', file: planFileAt(uri), uri });
  }

  /** A plan that is in no file yet. */
  previewPlan(uri: vscode.Uri): BulkPanel {
    const title = path.posix.basename(uri.path);
    const panel = createWebviewPanel(webviewPanels.bulk, title, vscode.ViewColumn.Beside, this.#options());
    return this.#show(panel, { kind: 'plan', file: planFileAt(uri), uri });
  }

  /** The page of a run, whether or not it is there. */
  pageOf(run: string): { readonly isInFront: boolean; show(): void } {
    const find = (): BulkPanel | undefined => this.#of(run);
    return {
      get isInFront() {
        return find()?.panel.visible === true;
      },
      show: () => void this.open({ kind: 'run', run }),
    };
  }

  /** Whether one of them is in front in this group. */
  isIn(column: vscode.ViewColumn): boolean {
    return [...this.#open].some(({ panel }) => panel.visible && panel.viewColumn === column);
  }

  /** After a reload of the window: a run is in its journal, and what was chosen in the page's own state. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const subject = readSavedSubject(state);
    if (!subject) return panel.dispose();
    panel.webview.options = this.#options();
    this.#show(panel, subject);
  }

  #of(run: string): BulkPanel | undefined {
    return [...this.#open].find(({ session }) => session.run === run);
  }

  #show(panel: vscode.WebviewPanel, subject: BulkSubject): BulkPanel {
    const page = new BulkPanel(panel, subject, this.#deps);
    this.#open.add(page);
    panel.onDidDispose(() => this.#open.delete(page));
    return page;
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return { enableScripts: true, localResourceRoots: [webviewRoot(this.#deps.extension)], enableFindWidget: false };
  }
}
