import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Lazy } from '../../../../../src/services/common/lazy.ts';
import { LazyEditor } from '../../../../../src/features/common/host/lazyEditor.ts';

// the ViewColumn enum exists only inside VS Code
const [left, right] = [1, 2] as unknown as readonly [vscode.ViewColumn, vscode.ViewColumn];
const place = 'records://acme/crm/leads/17.record.json';

/** A minimal fake tab. */
class Tab {
  readonly viewColumn = left;
  readonly webview = { html: '' };
  #closing: (() => void)[] = [];

  onDidDispose(listener: () => void): { dispose(): void } {
    this.#closing.push(listener);
    return { dispose: () => undefined };
  }

  close(): void {
    for (const listener of this.#closing) listener();
  }
}

describe('editor that is loaded with its first tab', () => {
  const uri = { toString: () => place } as vscode.Uri;
  const document = { uri } as vscode.TextDocument;
  const never = {} as vscode.CancellationToken;
  let loading = Promise.withResolvers<void>();
  let loads = 0;
  let filled: unknown[] = [];
  let named: unknown[] = [];
  const nameTab = (panel: unknown): void => void named.push(panel);
  let editor = new LazyEditor(() => Promise.reject(new Error('not made yet')), nameTab, String);

  beforeEach(() => {
    loading = Promise.withResolvers();
    loads = 0;
    filled = [];
    named = [];
    const late = new Lazy(async () => {
      loads += 1;
      await loading.promise;
      return { resolveCustomTextEditor: (_: unknown, panel: unknown) => void filled.push(panel) };
    });
    editor = new LazyEditor(() => late.get(), nameTab, String);
  });

  const give = (tab: Tab): void =>
    editor.resolveCustomTextEditor(document, tab as unknown as vscode.WebviewPanel, never);
  /** Resolves after earlier timers have fired and their work is done. */
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 9));

  it('is loaded once for two concurrent tabs, and fills both', async () => {
    const tabs = [new Tab(), new Tab()];
    tabs.forEach(give);
    loading.resolve();
    await settled();
    assert.deepEqual([loads, filled], [1, tabs]);
  });

  it('sets the title of a tab before it is loaded', async () => {
    const tab = new Tab();
    give(tab);
    assert.deepEqual([named, filled], [[tab], []]);
    loading.resolve();
    await settled();
  });

  it('is loaded only after VS Code could process that the tab was resolved', async () => {
    give(new Tab());
    await Promise.resolve();
    assert.equal(loads, 0);
    await settled();
    assert.equal(loads, 1);
  });

  it('tracks a tab from when VS Code provides it until it is closed, however long loading takes', async () => {
    const tab = new Tab();
    assert.equal(editor.isGiven(uri, left), false);
    give(tab);
    assert.deepEqual([editor.isGiven(uri, left), editor.isGiven(uri, right)], [true, false]);
    loading.resolve();
    await settled();
    assert.equal(editor.isGiven(uri, left), true);
    tab.close();
    assert.equal(editor.isGiven(uri, left), false);
  });

  it('does not fill a tab that was closed in the meantime', async () => {
    const tab = new Tab();
    give(tab);
    tab.close();
    loading.resolve();
    await settled();
    assert.deepEqual(filled, []);
  });

  it('reports why it could not be loaded, and is loaded again for the next tab', async () => {
    loading.reject(new Error('the disk is <busy>'));
    const [first, second] = [new Tab(), new Tab()];
    give(first);
    await settled();
    assert.match(
      first.webview.html,
      /content="default-src 'none'; base-uri 'none'; form-action 'none'"><p>Error: the disk is &#60;busy><\/p>$/,
    );
    loading = Promise.withResolvers();
    loading.resolve();
    give(second);
    await settled();
    assert.deepEqual([loads, filled.length], [2, 1]);
  });
});
