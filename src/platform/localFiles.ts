import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import { FileProblem, fileProblem } from '../model/fileProblem.ts';
import { DiskFile } from '../services/export/diskFile.ts';
import { type ExportFile, PlainSink } from '../services/export/exportFile.ts';
import type { PartialFiles } from '../services/export/partialFiles.ts';

/**
 * A file on any file system VS Code can write to: written directly to disk, or to a temporary file first if the target
 * accepts only whole files.
 */
export async function openExportFile(target: vscode.Uri, partialFiles?: PartialFiles): Promise<ExportFile> {
  if (target.scheme === 'file') return DiskFile.open(target.fsPath, partialFiles);
  const isWritable = vscode.workspace.fs.isWritableFileSystem(target.scheme);
  if (isWritable === false || target.scheme === schemes.records)
    throw new FileProblem(
      t(
        "Could not write {0}: files can't be written to “{1}”. Choose another location.",
        path.posix.basename(target.path),
        target.scheme,
      ),
    );
  return CopiedFile.open(target);
}

/** Writes the whole text, or nothing. */
export function writeTextFile(target: vscode.Uri, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  return writeWholeFile(target, async (file) => {
    const sink = new PlainSink(file);
    for await (const piece of pieces) await sink.write(piece);
    await sink.end();
  });
}

/** Writes the whole file, or nothing. */
export async function writeWholeFile<T>(
  target: vscode.Uri,
  write: (file: Pick<ExportFile, 'write'>) => Promise<T>,
): Promise<T> {
  const file = await openExportFile(target);
  try {
    const written = await write(file);
    await file.finish();
    return written;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

class CopiedFile implements ExportFile {
  readonly #target: vscode.Uri;
  readonly #folder: string;
  readonly #local: string;
  readonly #file: DiskFile;

  private constructor(target: vscode.Uri, folder: string, local: string, file: DiskFile) {
    this.#target = target;
    this.#folder = folder;
    this.#local = local;
    this.#file = file;
  }

  static async open(target: vscode.Uri): Promise<CopiedFile> {
    const folder = await mkdtemp(path.join(tmpdir(), 'recordbench-export-'));
    const local = path.join(folder, 'export');
    try {
      return new CopiedFile(target, folder, local, await DiskFile.open(local));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#file.write(bytes);
  }

  async finish(): Promise<void> {
    await this.#file.finish();
    const { fs } = vscode.workspace;
    const beside = this.#target.with({ path: `${this.#target.path}.${path.basename(this.#folder)}.part` });
    try {
      await fs.copy(vscode.Uri.file(this.#local), beside, { overwrite: true });
      await fs.rename(beside, this.#target, { overwrite: true });
    } catch (error) {
      await fs.delete(beside).then(undefined, () => undefined);
      throw fileProblem(t('write {0}', path.posix.basename(this.#target.path)), error);
    }
    await this.#clear();
  }

  async discard(): Promise<void> {
    await this.#file.discard();
    await this.#clear();
  }

  #clear(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** Provides a file as a local path; a remote file is copied for as long as `work` runs. */
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
