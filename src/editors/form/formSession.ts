import type { OpenAddress } from '../../model/address/address.ts';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { editorIcon, webviewPage, webviewRoot } from '../../platform/webviewPage.ts';
import { formHost, formView } from '../../protocol/formProtocol.ts';
import { recordTitle } from '../../model/form/recordForm.ts';
import { FormEvents } from './formEvents.ts';
import type { RecordFormDeps } from './formDeps.ts';
import { FormRequests } from './formRequests.ts';
import { RelatedTables } from './relatedTables.ts';
import { WebviewChannel } from '../webviewChannel.ts';

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
