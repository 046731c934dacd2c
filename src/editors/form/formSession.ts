import type { OpenAddress } from '../../model/address/address.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { editorIcon, webviewPage, webviewRoot } from '../../platform/webviewPage.ts';
import { formHost, formView } from '../../protocol/formProtocol.ts';
import { recordTitle, recordValue } from '../../model/form/recordForm.ts';
import type { RecordFormDeps } from './formDeps.ts';
import { FormRequests } from './formRequests.ts';
import { RelatedTables } from './relatedTables.ts';
import { WebviewChannel } from '../webviewChannel.ts';
import { readRecordText } from '../../model/draft/recordText.ts';
import { scalarText, valueAt } from '../../model/form/fieldValue.ts';
import { openRecord } from '../openFromPage.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { Data, Listeners } from '../../protocol/channel.ts';
import { askController } from '../../platform/askController.ts';
import { runCommand } from '../../platform/runCommand.ts';

/** One form in one tab. */
export class FormSession {
  readonly address: OpenAddress;
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly #deps: RecordFormDeps;
  readonly #requests: FormRequests;
  readonly #related: RelatedTables;
  readonly #channel: WebviewChannel<typeof formHost, typeof formView>;
  #wanted: string | undefined;

  constructor(deps: RecordFormDeps, address: OpenAddress, document: vscode.TextDocument, panel: vscode.WebviewPanel) {
    this.#deps = deps;
    this.address = address;
    this.document = document;
    this.panel = panel;
    this.#requests = new FormRequests(deps, address, document);
    this.#related = new RelatedTables(deps.tables, {
      get visible() {
        return panel.visible;
      },
      post: (name, message) => this.#channel.tell.related({ name, message }),
    });
    panel.onDidDispose(() => this.#related.dispose());
    this.#requests.onForm = (form) => this.#nameTab(recordTitle(form));
    this.#requests.onStarted = () => this.#tellField();
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(deps.extension)] };
    const form = deps.drafts.get(address)?.form;
    const title = form ? recordTitle(form) : (deps.titles.known(address) ?? plainTitle(address));
    deps.titles.set(panel, address, title);
    const events = new FormEvents(
      deps,
      address,
      document,
      () => this.retry(),
      async (name, message) => this.#related.receive(name, this.#requests.relatedList(name), message),
    );
    events.onShown = () => this.#channel.setShown();
    events.onSubmit = () => this.#requests.submit({});
    const writing = deps.connectionStatus.addPage(panel, () => [address.connection]);
    this.#channel = new WebviewChannel({
      panel,
      host: formHost,
      view: formView,
      handlers: this.#requests,
      listeners: events,
      accepts: (name) => name !== 'submit' || !this.#requests.isSubmitting,
      log: deps.log,
      what: 'form',
      writing,
      failing: t('That'),
    });
    this.#channel.onceShown(() => {
      panel.iconPath = editorIcon(deps.extension, 'record');
    });
    const { shown: connections } = writing;
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'form', title, { connections });
  }

  /** The text or what is known of the record has changed. */
  tellState(): void {
    // the answer to the form's own edit is on its way, and newer than this would be
    if (this.#requests.editing > 0) return;
    if (this.#requests.hasFailed || this.#requests.becameOutdated())
      this.restart().catch((error: unknown) => this.#deps.log.error(error));
    else this.#channel.tell.state(this.#requests.state(false));
  }

  /** Asks again for what could not be had: the service itself where it failed, else the form. */
  async retry(): Promise<void> {
    if (this.#deps.drafts.failure(this.address)) await this.#deps.retry(this.address);
    else await this.restart();
  }

  /** The record was read anew: its form may be another. */
  async restart(): Promise<void> {
    if (this.#channel.isListening) return this.#channel.tell.restart(await this.#requests.start());
    // a page that is hidden asks when it is seen; its tab has its name before
    const form = this.#deps.drafts.get(this.address)?.form;
    if (form && this.#channel.isOpen) this.#deps.titles.set(this.panel, this.address, recordTitle(form));
  }

  /** At once, or when the page is there. */
  showField(key: string): void {
    this.#wanted = key;
    if (this.#channel.isListening) this.#tellField();
  }

  #tellField(): void {
    const key = this.#wanted;
    this.#wanted = undefined;
    if (key !== undefined) this.#channel.tell.focusField({ key });
  }

  /** What is being typed goes into the text. What cannot be taken keeps the record from being saved without it. */
  async commit(): Promise<void> {
    const { isLate, refusal } = await this.#channel.commit((page, signal) => page.commit(undefined, signal));
    if (isLate) this.#deps.log.warn(`${this.panel.title}: the form did not say in time what was being typed.`);
    if (refusal !== undefined)
      this.#deps.holdSave(this.document, t('Could not save {0}: {1}', this.panel.title, refusal));
  }

  /** The record was saved: so is what was changed in the tables of its form. */
  saveRelated(): Promise<void> {
    return this.#related.save();
  }

  #nameTab(title: string): void {
    if (!this.#channel.isOpen) return;
    this.#deps.titles.set(this.panel, this.address, title);
    this.#channel.onceShown(() => void this.#deps.recents.add(this.address, title));
  }
}

/** What a form is called before its record is known. */
function plainTitle(address: OpenAddress): string {
  const controller = address.controller;
  return address.kind === 'record' ? `${controller} ${address.id}` : t('New record of {0}', controller);
}

type Host = typeof formHost;
type CommandName = Data<Host, 'command'>['name'];

/** Does what one form tells. */
class FormEvents implements Listeners<Host> {
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
