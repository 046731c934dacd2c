import { t } from '@vscode/l10n';
import path from 'node:path/posix';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import { addressParts, parseAddress, type RecordAddress } from '../model/address/address.ts';
import { type Attachment, previewKind } from '../model/form/attachment.ts';
import { pathKey } from '../model/form/fieldPath.ts';
import { withCountProgress } from '../platform/countProgress.ts';
import { sentenceOf, UserError } from '../platform/errorReporter.ts';
import { defaultFolder } from '../platform/fileDialogs.ts';
import { showInStatusBar } from '../platform/ui/notifications.ts';
import { showSaveDialog } from '../platform/ui/questions.ts';
import { fileSystemError } from '../platform/ui/views.ts';
import type { Clients } from '../services/connections/clients.ts';
import type { RecordForms } from '../services/records/recordForms.ts';

interface RecordFilesDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly forms: Pick<RecordForms, 'get'>;
}

/** Larger files aren't shown, only saved. */
const maxBytes = 32 * 2 ** 20;
/** A shown file is read once: VS Code asks for its size, then for its bytes. */
const keptFor = 10_000;

/** Stored files of records, as read-only documents. */
export class RecordFiles {
  readonly #deps: RecordFilesDeps;
  readonly #read = new Map<string, Promise<Uint8Array>>();

  constructor(deps: RecordFilesDeps) {
    this.#deps = deps;
  }

  /** Shows a file in VS Code's own editor for it; markup and scripts as text. */
  async open(address: RecordAddress, file: Attachment): Promise<void> {
    const kind = previewKind(file);
    const uri = fileUri(address, file);
    if (kind === undefined)
      throw new UserError(t('Could not show {0}: VS Code has no preview for it. Save it instead.', file.name));
    // reports a failure once, instead of an editor with an error
    await this.#load(uri);
    if (kind === 'text') await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    else await vscode.commands.executeCommand('vscode.open', uri);
  }

  async save({ connection }: RecordAddress, file: Attachment): Promise<void> {
    const target = await showSaveDialog({
      defaultUri: vscode.Uri.joinPath(defaultFolder(), file.name),
      title: t('Save {0}', file.name),
    });
    if (!target) return;
    const client = await this.#deps.clients.get(connection);
    const bytes = await withCountProgress(t('Reading {0}', file.name), (_, signal) => client.readFile(file, signal));
    await vscode.workspace.fs.writeFile(target, bytes);
    showInStatusBar(t('Saved {0}', vscode.workspace.asRelativePath(target)), 5_000);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length: size } = await this.readFile(uri);
    const { Readonly: permissions } = vscode.FilePermission;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    try {
      return await this.#load(uri);
    } catch (error) {
      throw fileSystemError('Unavailable', sentenceOf(t('Opening the file'), error));
    }
  }

  #load(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const known = this.#read.get(key);
    if (known) return known;
    const reading = this.#bytes(uri);
    this.#read.set(key, reading);
    const forget = (): void => void (this.#read.get(key) === reading && this.#read.delete(key));
    reading.then(() => setTimeout(forget, keptFor), forget);
    return reading;
  }

  async #bytes(uri: vscode.Uri): Promise<Uint8Array> {
    const { address, key, name } = fileAt(uri);
    const { connection, controller, id } = address;
    const form = await this.#deps.forms.get(connection, controller, id);
    const file = form.attachments?.find((one) => one.name === name && pathKey(one.at) === key);
    if (!file) throw new UserError(t('Could not open {0}: the record no longer has this file.', name));
    const bytes = await (await this.#deps.clients.get(connection)).readFile(file);
    if (bytes.length > maxBytes)
      throw new UserError(t('Could not show {0}: it is larger than 32 MB. Save it instead.', name));
    return bytes;
  }
}

function fileUri(address: RecordAddress, { at, name }: Attachment): vscode.Uri {
  const { authority, path: record } = addressParts(address);
  const key = Buffer.from(pathKey(at)).toString('base64url');
  return vscode.Uri.from({ scheme: schemes.files, authority, path: `${record}/${key}/${name}` });
}

interface FileAddress {
  readonly address: RecordAddress;
  /** Path key of the field. */
  readonly key: string;
  readonly name: string;
}

function fileAt({ authority, path: full }: vscode.Uri): FileAddress {
  const folder = path.dirname(full);
  const address = parseAddress({ authority, path: path.dirname(folder) });
  if (address?.kind !== 'record') throw fileSystemError('FileNotFound', full);
  const key = Buffer.from(path.basename(folder), 'base64url').toString();
  return { address, key, name: path.basename(full) };
}
