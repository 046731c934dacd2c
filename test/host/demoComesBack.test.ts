import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { whyNotAllowed } from '../../src/model/writePermission.ts';
import type { TableConnection, TableRows, TableStart } from '../../src/features/table/tableProtocol.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

interface ToPage {
  readonly kind: string;
  readonly name?: string;
  readonly data?: unknown;
  readonly result?: unknown;
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}

function isFailure({ kind }: ToPage): boolean {
  return kind === 'failure';
}

/** Collects everything sent to pages in this window from now on; VS Code uses one class for all of them. */
function listenToPages(): { readonly reported: ToPage[]; dispose(): void } {
  const panel = vscode.window.createWebviewPanel('probe', 'Probe', {
    viewColumn: vscode.ViewColumn.Two,
    preserveFocus: true,
  });
  const pages = Object.getPrototypeOf(panel.webview) as { postMessage: (message: unknown) => Promise<boolean> };
  panel.dispose();
  const original = pages.postMessage;
  const reported: ToPage[] = [];
  pages.postMessage = function (this: unknown, message: unknown) {
    reported.push(message as ToPage);
    return original.call(this, message);
  };
  return { reported, dispose: () => void (pages.postMessage = original) };
}

describe('table of a demo that was stopped and restarted', () => {
  it('offers to add, edit and delete as before', async function () {
    await recordbenchApi();
    await vscode.commands.executeCommand('recordbench.startDemo');
    const pages = listenToPages();
    const last = <T>(find: (message: ToPage) => T | undefined): T | undefined =>
      pages.reported
        .toReversed()
        .map(find)
        .find((found) => found !== undefined);
    const startIn = ({ result }: ToPage): TableStart | undefined =>
      hasKey(result, 'offers') ? (result as TableStart) : undefined;
    const rowsIn = ({ result }: ToPage): TableRows | undefined =>
      hasKey(result, 'columns') ? (result as TableRows) : startIn({ kind: '', result })?.first?.rows;
    const connection = (): TableConnection | undefined =>
      last((message) =>
        message.name === 'connection' ? (message.data as TableConnection) : startIn(message)?.connection,
      );
    /** What the page offers; it runs the same check. */
    const offered = (): string[] => {
      const row = last(rowsIn)?.rows.find(({ canEdit, canDelete }) => canEdit !== false && canDelete !== false);
      return (['add', 'edit', 'delete'] as const).filter(
        (operation) => row && whyNotAllowed(operation, connection(), row) === undefined,
      );
    };
    try {
      await runCommand('openListView', { connection: 'demo', controller: 'crm/leads' });
      await waitUntil('the table has its rows', () => last(rowsIn) !== undefined);
      assert.deepEqual(offered(), ['add', 'edit', 'delete']);
      const before = last(startIn)?.offers ?? [];
      assert.ok(['addRecord', 'editRecords', 'deleteRecords'].every((name) => before.some((one) => one === name)));
      await vscode.commands.executeCommand('recordbench.stopDemo');
      await vscode.commands.executeCommand('recordbench.refresh');
      await waitUntil('the table knows of it', () => connection()?.name !== 'Demo' || pages.reported.some(isFailure));
      // an attempt now shows why it fails, which a hidden action couldn't do
      assert.deepEqual(offered(), ['add', 'edit', 'delete']);
      const since = pages.reported.length;
      await vscode.commands.executeCommand('recordbench.startDemo');
      const fresh = (): TableRows | undefined => pages.reported.slice(since).map(rowsIn).findLast(Boolean);
      // until then it shows cached rows
      await waitUntil('the rows of the new one', () => fresh() !== undefined && fresh()?.seenAt === undefined);
      assert.deepEqual(last(startIn)?.offers, before);
      assert.deepEqual([connection()?.readOnly, connection()?.name], [false, 'Demo']);
      assert.deepEqual(offered(), ['add', 'edit', 'delete']);
    } finally {
      pages.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand('recordbench.stopDemo');
    }
  });
});
