import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { OpenAddress } from '../../model/address/address.ts';
import { recordValue } from '../../model/form/recordForm.ts';
import { readRecordText } from '../../model/draft/recordText.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { openRecord } from '../openFromPage.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { Data, Listeners } from '../../protocol/channel.ts';
import type { formHost } from '../../protocol/formProtocol.ts';
import type { RecordFormDeps } from './formDeps.ts';
import { askController } from '../../platform/askController.ts';
import { runCommand } from '../../platform/runCommand.ts';

type Host = typeof formHost;
type CommandName = Data<Host, 'command'>['name'];

/** Does what one form tells. */
export class FormEvents implements Listeners<Host> {
  readonly #deps: RecordFormDeps;
  readonly #address: OpenAddress;
  readonly #document: vscode.TextDocument;
  readonly #onRetry: () => Promise<void>;
  readonly #onRelated: (name: string, message: unknown) => Promise<void>;

  constructor(
    deps: RecordFormDeps,
    address: OpenAddress,
    document: vscode.TextDocument,
    onRetry: () => Promise<void>,
    onRelated: (name: string, message: unknown) => Promise<void>,
  ) {
    this.#deps = deps;
    this.#address = address;
    this.#document = document;
    this.#onRetry = onRetry;
    this.#onRelated = onRelated;
  }

  /** Set by the session. */
  onShown = (): void => undefined;

  readonly shown = (): void => this.onShown();

  /** Set by the session: saves, and the form shows what is refused. */
  onSubmit = async (): Promise<unknown> => undefined;

  readonly openReference = ({ key, at, toSide }: Data<Host, 'openReference'>): void => {
    this.#pass(t('Opening the record'), async () => {
      const form = this.#deps.drafts.get(this.#address)?.form;
      const field = [...(form?.fields ?? []), ...(form?.otherFields ?? [])].find((each) => each.key === key);
      if (!form || !field) throw new UserError(t('This field is not known any more. Reload the record.'));
      const pointer = { ...field.reference, near: this.#address.controller };
      const controller = await askController(this.#deps, this.#address.connection, field.label, pointer);
      if (!controller) throw new UserError(t('The service does not say where the record of “{0}” is.', field.label));
      const read = readRecordText(this.#deps.edits.latest(this.#document));
      // of a field in rows, that of the row
      const value = read.values ? valueAt(read.values, at) : recordValue(form, { path: field.path, at });
      const id = scalarText(value);
      if (id === undefined || id === '')
        throw new UserError(t('“{0}” is empty: there is no record to open.', field.label));
      return openRecord({ kind: 'record', connection: this.#address.connection, controller, id }, toSide);
    });
  };

  readonly related = ({ name, message }: Data<Host, 'related'>): void => {
    this.#pass(t('Showing the related records'), () => this.#onRelated(name, message));
  };

  readonly command = ({ name }: Data<Host, 'command'>): void => {
    this.#pass(t('Doing that'), () => this.#commands[name]());
  };

  readonly #commands: Record<CommandName, () => unknown> = {
    undo: () => vscode.commands.executeCommand('undo'),
    redo: () => vscode.commands.executeCommand('redo'),
    reload: () => runCommand('reloadRecord', this.#document.uri),
    compare: () => runCommand('compareRecords', this.#document.uri),
    compareConflict: () => runCommand('compareRecords', this.#document.uri),
    history: () => runCommand('showHistory', this.#document.uri),
    delete: () => runCommand('deleteRecord', this.#document.uri),
    duplicate: () => runCommand('duplicateRecord', this.#document.uri),
    copyLink: () => runCommand('copyLink', this.#document.uri),
    openAsText: () => runCommand('openAsText', this.#document.uri),
    addAnew: () => runCommand('duplicateRecord', this.#document.uri),
    addAgain: async () => {
      // what was surely added, or surely not, is nothing to decide about
      if (this.#deps.drafts.get(this.#address)?.news !== 'mayHaveBeenAdded')
        throw new UserError(t('There is nothing to add again: save the record.'));
      await this.#deps.drafts.allowAddAgain(this.#address);
      await this.onSubmit();
    },
    openList: () => runCommand('openListView', this.#target()),
    setToken: () => runCommand('setToken', this.#target()),
    showLog: () => runCommand('showLog'),
    startDemo: () => runCommand('startDemo'),
    addConnection: () => runCommand('addConnection'),
    retry: () => this.#onRetry(),
  };

  #target(): { connection: string; controller: string } {
    const { connection, controller } = this.#address;
    return { connection, controller };
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: this.#address.connection });
  }
}
