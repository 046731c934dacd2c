import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { fileProblem } from '../../model/fileProblem.ts';
import { writeAll } from '../../node/storage.ts';
import type { ExportFile } from './exportFile.ts';
import { type PartialFiles, partName } from './partialFiles.ts';

/** File system operations; a test passes one that is full. */
export interface Disk {
  readonly open: (file: string, flags: string, mode: number) => Promise<OpenFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
}

type OpenFile = Pick<FileHandle, 'write' | 'sync' | 'close' | 'chmod' | 'chown'>;

const realDisk: Disk = { open, rename, remove: (file) => rm(file, { force: true }) };

/** A local file, written under a temporary name next to the final one until it is finished. */
export class DiskFile implements ExportFile {
  readonly #disk: Disk;
  readonly #target: string;
  readonly #temporary: string;
  readonly #handle: OpenFile;
  /** The file that it replaces. */
  readonly #replaced: Stats | undefined;
  readonly #unregister: () => Promise<void>;
  #isClosed = false;

  private constructor(
    disk: Disk,
    target: string,
    temporary: string,
    handle: OpenFile,
    replaced: Stats | undefined,
    unregister: () => Promise<void>,
  ) {
    this.#disk = disk;
    this.#target = target;
    this.#temporary = temporary;
    this.#handle = handle;
    this.#replaced = replaced;
    this.#unregister = unregister;
  }

  /** `parts` tracks the temporary file until it is finished, in case this process is killed first. */
  static async open(
    name: string,
    partialFiles?: Pick<PartialFiles, 'register'>,
    disk: Disk = realDisk,
  ): Promise<DiskFile> {
    let unregister: (() => Promise<void>) | undefined;
    try {
      const { target, replaced } = await checked(name);
      const temporary = partName(target);
      // without a marker, only the cleanup after a kill is lost
      unregister = await partialFiles?.register(temporary).catch(() => undefined);
      // private until the permissions of the replaced file are applied
      const handle = await disk.open(temporary, 'wx', replaced ? 0o600 : 0o666);
      return new DiskFile(disk, target, temporary, handle, replaced, unregister ?? (async () => undefined));
    } catch (error) {
      await unregister?.();
      throw fileProblem(t('write {0}', path.basename(name)), error);
    }
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#attempt(() => writeAll(this.#handle, bytes));
  }

  async finish(): Promise<void> {
    await this.#attempt(async () => {
      // some file systems report a full disk only here
      await this.#handle.sync();
      if (this.#replaced) await keepAccess(this.#handle, this.#replaced);
      await this.#close();
      await this.#disk.rename(this.#temporary, this.#target);
    });
    // the file is complete: a leftover marker points to nothing
    await this.#unregister().catch(() => undefined);
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    await this.#disk.remove(this.#temporary).catch(() => undefined);
    await this.#unregister().catch(() => undefined);
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      throw fileProblem(t('write {0}', path.basename(this.#target)), error);
    }
  }
}

/** Resolves a symbolic link, so that the link is preserved. A file without write permission isn't replaced either. */
async function checked(name: string): Promise<{ target: string; replaced: Stats | undefined }> {
  const target = await realpath(name).catch(() => name);
  const found = await stat(target).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  // the new file would take the place of /dev/null
  if (found && !found.isFile()) throw Object.assign(new Error('a device or a pipe'), { code: 'ENOTFILE' });
  if (found) await access(target, constants.W_OK);
  return { target, replaced: found };
}

/** Gives the new file the permissions of the replaced one. */
async function keepAccess(handle: OpenFile, { mode, gid }: Stats): Promise<void> {
  const isKept = await handle.chown(-1, gid).then(
    () => true,
    () => false,
  );
  // don't grant one group's permissions to another
  await handle.chmod(mode & (isKept ? 0o777 : 0o707));
}
