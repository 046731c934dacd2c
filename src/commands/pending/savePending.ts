import * as vscode from 'vscode';
import type { PendingDocuments } from '../../platform/pendingDocuments.ts';
import { pendingOf } from './pendingArgument.ts';

/** Saves what is selected in the view, or everything of ours. What is refused stays unsaved and says why. Answers how many were saved. */
export const savePending =
  (pending: PendingDocuments) =>
  async (argument?: unknown, second?: unknown): Promise<number> => {
    let saved = 0;
    // one after the other: each may have something to say
    for (const { uri } of pendingOf(pending, argument, second)) {
      const document = await vscode.workspace.openTextDocument(uri);
      if (!document.isDirty || (await document.save())) saved += 1;
    }
    return saved;
  };
