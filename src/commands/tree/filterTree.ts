import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { views } from '../../manifest.ts';
import type { TreeFilter } from '../../platform/treeFilter.ts';
import { property } from '../commandArgument.ts';

/** A box that filters as you type: Enter keeps the filter, Escape brings the one before back. */
export const filterTree =
  (filter: TreeFilter) =>
  async (argument?: unknown): Promise<void> => {
    const given = property(argument, 'text');
    if (given !== undefined) return filter.set(given);
    const before = filter.text;
    await vscode.commands.executeCommand(`${views.records}.focus`);
    const box = vscode.window.createInputBox();
    box.title = t('Filter the Records View');
    box.placeholder = t('A part of the name of a controller or list view');
    box.value = before;
    box.onDidChangeValue((text) => filter.set(text));
    await new Promise<void>((resolve) => {
      let isKept = false;
      box.onDidAccept(() => {
        isKept = true;
        box.hide();
      });
      box.onDidHide(() => {
        if (!isKept) filter.set(before);
        box.dispose();
        resolve();
      });
      box.show();
    });
  };
