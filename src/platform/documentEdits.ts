import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isUnreadText } from '../model/draft/recordText.ts';
import { UserError } from './errorReporter.ts';

type Change = (text: string) => string;

interface Queue {
  readonly pending: { readonly change: Change; readonly done: () => void; readonly fail: (error: Error) => void }[];
  isRunning: boolean;
}

/** Max attempts to apply an edit to the latest text. */
const maxAttempts = 20;

/**
 * Edits open documents with one edit in flight per document. An edit that VS Code rejects because the text has changed
 * is retried on the new text. Queued edits are batched, so that a slow editor doesn't fall behind.
 */
export class DocumentEdits {
  readonly #queues = new Map<vscode.TextDocument, Queue>();

  /** Rejects if the document is closed or VS Code accepts no edit. */
  change(document: vscode.TextDocument, change: Change): Promise<void> {
    const queue = this.#queues.get(document) ?? { pending: [], isRunning: false };
    this.#queues.set(document, queue);
    return new Promise((resolve, reject) => {
      queue.pending.push({ change, done: resolve, fail: reject });
      if (!queue.isRunning) void this.#run(document, queue);
    });
  }

  /** The text with all queued edits applied. */
  latest(document: vscode.TextDocument): string {
    const pending = this.#queues.get(document)?.pending ?? [];
    return pending.reduce((text, { change }) => change(text), document.getText());
  }

  async #run(document: vscode.TextDocument, queue: Queue): Promise<void> {
    queue.isRunning = true;
    for (let tries = 1; queue.pending.length > 0;) {
      const batch = [...queue.pending];
      const outcome = await apply(document, (text) => batch.reduce((now, { change }) => change(now), text));
      if (outcome === false && tries < maxAttempts && !document.isClosed) {
        tries += 1;
        await moment(tries);
        continue;
      }
      tries = 1;
      queue.pending.splice(0, batch.length);
      for (const { done, fail } of batch)
        if (outcome === true) done();
        else fail(outcome instanceof Error ? outcome : new Error(t('VS Code did not apply the change. Try again.')));
    }
    queue.isRunning = false;
    this.#queues.delete(document);
  }
}

/** False if VS Code rejected the edit; an error if it can't be applied at all. */
async function apply(document: vscode.TextDocument, change: Change): Promise<boolean | Error> {
  try {
    const before = document.getText();
    if (isUnreadText(before))
      throw new UserError(
        t('Could not change the record: it could not be loaded. Open it again when it can be loaded.'),
      );
    const after = change(before);
    if (before === after) return true;
    const edit = new vscode.WorkspaceEdit();
    const { start, end, text } = difference(before, after);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    edit.replace(document.uri, range, text);
    return await vscode.workspace.applyEdit(edit);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The minimal replacement, which keeps the cursor and the surrounding text in place. */
function difference(before: string, after: string): { start: number; end: number; text: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function moment(tries: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.min(200, tries * 10));
  });
}
