import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileProblem } from '../model/fileProblem.ts';

/** Lets someone read a file on this machine, wherever it lies; what is elsewhere is copied for as long as that takes. */
export async function withLocalFile<T>(uri: vscode.Uri, work: (file: string, name: string) => Promise<T>): Promise<T> {
  const name = path.posix.basename(uri.path);
  if (uri.scheme === 'file') return work(uri.fsPath, name);
  const folder = await mkdtemp(path.join(tmpdir(), 'recordbench-import-'));
  try {
    const file = path.join(folder, 'import');
    try {
      await vscode.workspace.fs.copy(uri, vscode.Uri.file(file));
    } catch (error) {
      throw fileProblem(t('read {0}', name), error);
    }
    return await work(file, name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
