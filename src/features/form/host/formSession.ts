import type { OpenAddress } from '../../../model/address/address.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressUri } from '../../../platform/addressUri.ts';
import { editorIcon, webviewPage, webviewRoot } from '../../../platform/webviewPage.ts';
import {
  formHost,
  formView,
  type FormFailure,
  type FormOpening,
  type FormState,
  type FormButton,
  type FormDescription,
  type RelatedRecords,
  type FailureAction,
} from '../formProtocol.ts';
import { recordTitle, recordValue, type RecordForm } from '../../../model/form/recordForm.ts';
import type { RecordFormDeps } from './formDeps.ts';
import { RelatedTables, type EmbeddedList } from './relatedTables.ts';
import { WebviewChannel } from '../../common/host/webviewChannel.ts';
import { readRecordText, isUnreadText } from '../../../model/draft/recordText.ts';
import { scalarText, valueAt } from '../../../model/form/fieldValue.ts';
import { openRecord } from '../../common/host/openFromPage.ts';
import { UserError, sentenceOf } from '../../../platform/errorReporter.ts';
import type { Data, Listeners, Handlers, Params, Result } from '../../common/channel.ts';
import { askController } from '../../../platform/askController.ts';
import { runCommand } from '../../../platform/runCommand.ts';
import { type Connection, demoId } from '../../../model/connection/connection.ts';
import { ServiceError } from '../../../model/errors.ts';
import { explainPermission } from '../../../model/form/permission.ts';
import { type Attachment, previewKind } from '../../../model/form/attachment.ts';
import type { FieldKind } from '../../../model/form/fieldKind.ts';
import { type FieldPath, labelFromKey, pathKey, samePath } from '../../../model/form/fieldPath.ts';
import { valuePaths } from '../../../model/form/value.ts';
import { withoutRowKeys } from '../../../model/form/subTable.ts';
import type { RecordField } from '../../../model/form/formElement.ts';
import { changesAsMeant, withValues } from '../../../model/draft/textEdit.ts';
import { formRights, whyNotAllowed } from '../../../model/writePermission.ts';
import { relatedLabel, relatedListView, relatedTitle } from '../../../model/list/relatedList.ts';
import { formState } from './formState.ts';
import { lookUp } from '../../../services/references/lookUp.ts';
import type { StoredFile } from '../../common/storedFile.ts';
import type { DraftState } from '../../../services/records/draft.ts';
import { relatedControllers } from '../../common/host/referencedController.ts';
import { headingFacts } from '../../../model/form/headingFacts.ts';
import { actionForSave, isOffered } from '../../../model/form/submitAction.ts';
import { UnknownConnectionError } from '../../../services/connections/connections.ts';

type Host = typeof formHost;
type CommandName = Data<Host, 'command'>['name'];

type RelatedControllers = Awaited<ReturnType<typeof relatedControllers>>;

interface Shown {
  readonly form: RecordForm;
  readonly connection: Connection | undefined;
  readonly controllers: RelatedControllers;
  readonly description: string;
}

/** One form in one tab. */
export class FormSession implements Handlers<Host>, Listeners<Host> {
  readonly address: OpenAddress;
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly #deps: RecordFormDeps;
  readonly #related: RelatedTables;
  readonly #channel: WebviewChannel<typeof formHost, typeof formView>;
  #wanted: string | undefined;
  /**
   * Number of the form's own edits in flight. Their responses carry more than a change event would, so events are
   * skipped.
   */
  #editing = 0;
  /** True while a submit is in flight. */
  #isSubmitting = false;
  /** True if the page shows an error instead of a form. */
  #hasFailed = false;
  /** What the page currently shows. */
  #shown: Shown | undefined;

  constructor(deps: RecordFormDeps, address: OpenAddress, document: vscode.TextDocument, panel: vscode.WebviewPanel) {
    this.#deps = deps;
    this.address = address;
    this.document = document;
    this.panel = panel;
    this.#related = new RelatedTables(deps.tables, {
      get visible() {
        return panel.visible;
      },
      post: (name, message) => this.#channel.notify.related({ name, message }),
    });
    const followed = this.#follow();
    panel.onDidDispose(() => {
      followed.dispose();
      this.#related.dispose();
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(deps.extension)] };
    const form = deps.drafts.get(address)?.form;
    const title = form ? recordTitle(form) : (deps.titles.known(address) ?? plainTitle(address));
    deps.titles.set(panel, address, title);
    const writing = deps.connectionStatus.addPage(panel, () => [address.connection]);
    this.#channel = new WebviewChannel({
      panel,
      host: formHost,
      view: formView,
      handlers: this,
      listeners: this,
      accepts: (name) => name !== 'submit' || !this.#isSubmitting,
      log: deps.log,
      what: 'form',
      writing,
      failing: t('The operation'),
      onShownAgain: () => this.answerAhead(),
    });
    this.#channel.onceShown(() => {
      panel.iconPath = editorIcon(deps.extension, 'record');
    });
    const { shown: connections } = writing;
    panel.webview.html = webviewPage(panel.webview, deps.extension, 'form', title, { connections });
  }

  /** Sends what the page shows before the page requests it. */
  answerAhead(): void {
    this.#channel.answerAhead();
  }

  /** Subscribes to all events that change what the page shows. */
  #follow(): vscode.Disposable {
    const { drafts, connections, log } = this.#deps;
    const own = this.document.uri.toString();
    const isOwn = (uri: vscode.Uri): boolean => uri.toString() === own;
    return vscode.Disposable.from(
      drafts.onDidChange((address) => isOwn(addressUri(address)) && this.#sendState()),
      connections.onDidChange(() => this.#sendState()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isOwn(document.uri) && this.#sendState()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (!isOwn(uri)) return;
        this.#sendState();
        // the staged cells of its tables are saved after the record
        this.#related.save().catch((error: unknown) => log.error(error));
      }),
    );
  }

  #sendState(): void {
    // the response to the form's own edit is in flight and newer than this state
    if (this.#editing > 0) return;
    if (this.#hasFailed || this.#becameOutdated())
      this.restart().catch((error: unknown) => this.#deps.log.error(error));
    else this.#channel.notify.state(this.#state(false));
  }

  /** Retries: reads the record again if that failed, else restarts the form. */
  async retry(): Promise<void> {
    if (this.#deps.drafts.failure(this.address)) await this.#deps.retry(this.address);
    else await this.restart();
  }

  /** Restarts the form after the record was re-read, because the form may differ. */
  async restart(): Promise<void> {
    if (this.#channel.isReceiving) return this.#channel.notify.restart(await this.start());
    // a hidden page requests its data when shown; update the tab title now
    const form = this.#deps.drafts.get(this.address)?.form;
    if (form && this.#channel.isOpen) this.#deps.titles.set(this.panel, this.address, recordTitle(form));
  }

  /** Focuses a field now, or once the page has started. */
  showField(key: string): void {
    this.#wanted = key;
    if (this.#channel.isReceiving) this.#sendField();
  }

  #sendField(): void {
    const key = this.#wanted;
    this.#wanted = undefined;
    if (key !== undefined) this.#channel.notify.focusField({ key });
  }

  /**
   * Writes the edit in progress to the text. Invalid input blocks the save, so that the record isn't saved without it.
   */
  async commit(): Promise<void> {
    const { isLate, refusal } = await this.#channel.commit((page, signal) => page.commit(undefined, signal));
    if (isLate) this.#deps.log.warn(`${this.panel.title}: the form did not say in time what was being typed.`);
    if (refusal !== undefined)
      this.#deps.rejectNextSave(this.document, t('Could not save {0}. {1}', this.panel.title, refusal));
  }

  #nameTab(title: string): void {
    if (!this.#channel.isOpen) return;
    this.#deps.titles.set(this.panel, this.address, title);
    this.#channel.onceShown(() => void this.#deps.recents.add(this.address, title));
  }

  get #connection(): Connection | undefined {
    return this.#deps.connections.get(this.address.connection);
  }

  #state(isOwn: boolean): FormState {
    return formState(this.#deps, this.address, this.document, isOwn);
  }

  /** True if the record was re-read since the last call and its name, stage or permissions changed. */
  #becameOutdated(): boolean {
    const form = this.#deps.drafts.get(this.address)?.form;
    const connection = this.#connection;
    const shown = this.#shown;
    if (!form || !shown || (form === shown.form && connection === shown.connection)) return false;
    this.#shown = { ...shown, form, connection };
    return JSON.stringify(describeForm(form, shown.controllers, connection)) !== shown.description;
  }

  readonly start = async (): Promise<FormOpening> => {
    const { connection: id, controller } = this.address;
    const opened = await this.#open();
    this.#hasFailed = 'failure' in opened;
    if ('failure' in opened) return opened;
    const { form } = opened;
    this.#nameTab(recordTitle(form));
    const controllers = await relatedControllers(this.#deps, id, form);
    // re-read in the meantime, when no page was there yet to be restarted
    if ((this.#deps.drafts.get(this.address) ?? opened).form !== form) return this.start();
    const connection = this.#connection;
    const description = describeForm(form, controllers, connection);
    this.#shown = { form, connection, controllers, description: JSON.stringify(description) };
    // run after the response is sent
    setTimeout(() => this.#sendField(), 0);
    return {
      address: this.document.uri.toString(),
      connection: { id, name: connection?.name ?? id, readOnly: connection?.readOnly ?? false },
      controller,
      isNew: this.address.kind === 'newRecord',
      form: description,
      state: this.#state(false),
    };
  };

  async #open(): Promise<Pick<DraftState, 'form'> | { readonly failure: FormFailure }> {
    const { drafts } = this.#deps;
    const { document } = this;
    const draft = drafts.get(this.address);
    const known = drafts.failure(this.address);
    // VS Code may restore unsaved text while the record is loading
    const failure = (error: unknown): { readonly failure: FormFailure } => ({
      failure: formFailure(error, this.address.connection, document.isDirty),
    });
    if (isUnreadText(document.getText())) return failure(document.isDirty ? typedIntoUnread() : known?.error);
    if (draft) return draft;
    // the form is notified when the record can be read
    if (known) return failure(known.error);
    return drafts.restore(this.address).catch(failure);
  }

  readonly edit = async ({ changes }: Params<Host, 'edit'>): Promise<FormState> => {
    const form = this.#form();
    for (const { at } of changes) refuseUneditable(form, at);
    const base = this.#deps.drafts.get(this.address)?.base ?? {};
    const kindOf = (at: FieldPath): FieldKind | undefined =>
      form.fields.find((field) => samePath(field.at, withoutRowKeys(form.subTables, at)))?.kind;
    return this.#change((text) => withValues(text, changesAsMeant(base, changes, kindOf)));
  };

  readonly attach = async ({ key, at, ...file }: Params<Host, 'attach'>): Promise<FormState> => {
    const form = this.#form();
    if (!samePath(withoutRowKeys(form.subTables, at), this.#field(key).at)) throw notKnown();
    refuseUneditable(form, at);
    const bytes = Buffer.from(file.base64, 'base64');
    const { value } = await this.#deps.drafts.attach(this.address, key, { name: file.name, type: file.type, bytes });
    return this.#change((text) => withValues(text, [{ at, value }]));
  };

  readonly lookUp = ({ key, ...asked }: Params<Host, 'lookUp'>, signal: AbortSignal): Promise<Result<Host, 'lookUp'>> =>
    lookUp(this.#deps, this.address.connection, this.#field(key), { ...asked, near: this.address.controller }, signal);

  readonly explain = ({ key }: Params<Host, 'explain'>): Result<Host, 'explain'> => {
    const { label, permission } = this.#field(key);
    const closed = whyNotAllowed('edit', this.#connection);
    if (closed !== undefined) return { why: closed };
    return { why: explainPermission(label, permission), details: permission.details ?? '' };
  };

  /** The list of an association's records, and its label in the form. */
  async #relatedList(name: string): Promise<EmbeddedList> {
    const form = this.#form();
    const { connection } = this.address;
    const association = form.associations.find((one) => one.name === name);
    const controller = this.#shown?.controllers.get(name);
    if (!association || !controller || form.id === null)
      throw new UserError(t('The service does not say where the records of “{0}” are.', name));
    const to = (await this.#deps.clients.get(connection)).relatedTo(form, association, controller);
    const related = { parent: form.controller, name, to };
    const address = { kind: 'listView', connection, controller, listView: relatedListView(related) } as const;
    // in case it is opened in its own tab
    this.#deps.titles.expect(address, relatedTitle(related, controller, form));
    return { address, label: relatedLabel(association, controller) };
  }

  readonly choose = async ({ key, choice }: Params<Host, 'choose'>): Promise<FormState> => {
    const { drafts, edits } = this.#deps;
    const now = edits.latest(this.document);
    const text = await drafts.choose(this.address, now, key, choice);
    await edits.change(this.document, (current) => {
      if (current !== now) throw new UserError(t('The record was edited in the meantime. Choose again.'));
      return text;
    });
    return this.#state(false);
  };

  readonly submit = async ({ index }: Params<Host, 'submit'>): Promise<FormState> => {
    const action = index === undefined ? undefined : this.#form().submitActions[index];
    if (index !== undefined && !action) throw new UserError(t('This button no longer exists. Reload the record.'));
    if (action) this.#deps.guard.begin(this.address.connection, t('run “{0}”', action.label));
    this.#isSubmitting = true;
    try {
      await this.#deps.submit(this.document, this.address, action);
    } catch (error) {
      // the form shows the error at its field
      if (!(error instanceof ServiceError)) throw error;
    } finally {
      this.#isSubmitting = false;
    }
    return this.#state(false);
  };

  async #change(change: (text: string) => string): Promise<FormState> {
    const { guard, drafts, edits } = this.#deps;
    guard.begin(this.address.connection, t('edit the record'));
    await drafts.keepBase(this.address);
    let produced: string | undefined;
    this.#editing += 1;
    try {
      await edits.change(this.document, (text) => {
        const read = readRecordText(text);
        if (read.problem !== undefined)
          throw new UserError(
            t('Could not edit the field: line {0} of the text has an error. Fix it first.', read.line),
          );
        produced = change(text);
        return produced;
      });
    } finally {
      this.#editing -= 1;
    }
    return this.#state(edits.latest(this.document) === produced);
  }

  #form(): RecordForm {
    const form = this.#deps.drafts.get(this.address)?.form;
    if (!form) throw new UserError(t('The record is no longer loaded. Open it again.'));
    return form;
  }

  #field(key: string): RecordField {
    const { fields, otherFields } = this.#form();
    const field = [...fields, ...otherFields].find((each) => each.key === key);
    if (!field) throw notKnown();
    return field;
  }

  readonly shown = (): void => this.#channel.setShown();

  readonly file = ({ at, how }: Data<Host, 'file'>): void => {
    this.#pass(t('Opening the file'), async () => {
      const { files, drafts } = this.#deps;
      const file = drafts.get(this.address)?.form.attachments?.find((one) => samePath(one.at, at));
      if (!file || this.address.kind !== 'record')
        throw new UserError(t('This file is no longer in the record. Reload the record.'));
      if (how === 'save') return files.save(this.address, file);
      if (how === 'open') return files.open(this.address, file);
      // the browser asks for its own sign-in; the token stays here
      return file.location.kind === 'elsewhere' && vscode.env.openExternal(vscode.Uri.parse(file.location.url, true));
    });
  };

  readonly openReference = ({ key, at, toSide }: Data<Host, 'openReference'>): void => {
    this.#pass(t('Opening the record'), async () => {
      const form = this.#deps.drafts.get(this.address)?.form;
      const field = [...(form?.fields ?? []), ...(form?.otherFields ?? [])].find((each) => each.key === key);
      if (!form || !field) throw new UserError(t('This field no longer exists. Reload the record.'));
      const pointer = { ...field.reference, near: this.address.controller };
      const controller = await askController(this.#deps, this.address.connection, field.label, pointer);
      if (!controller) throw new UserError(t('The service does not say where the record of “{0}” is.', field.label));
      const read = readRecordText(this.#deps.edits.latest(this.document));
      // for a field in rows, use the row's value
      const value = read.values ? valueAt(read.values, at) : recordValue(form, { path: field.path, at });
      const id = scalarText(value);
      if (id === undefined || id === '')
        throw new UserError(t('“{0}” is empty: there is no record to open.', field.label));
      return openRecord({ kind: 'record', connection: this.address.connection, controller, id }, toSide);
    });
  };

  readonly related = ({ name, message }: Data<Host, 'related'>): void => {
    this.#pass(t('Showing the related records'), async () => {
      const list = await this.#relatedList(name);
      // the tab may be closed by now, and then nothing would dispose the table
      if (this.#channel.isOpen) await this.#related.receive(name, list, message);
    });
  };

  readonly command = ({ name }: Data<Host, 'command'>): void => {
    this.#pass(t('The command'), () => this.#commands[name]());
  };

  readonly #commands: Record<CommandName, () => unknown> = {
    undo: () => vscode.commands.executeCommand('undo'),
    redo: () => vscode.commands.executeCommand('redo'),
    reload: () => runCommand('reloadRecord', this.document.uri),
    compare: () => runCommand('compareRecords', this.document.uri),
    compareConflict: () => runCommand('compareRecords', this.document.uri),
    history: () => runCommand('showHistory', this.document.uri),
    delete: () => runCommand('deleteRecord', this.document.uri),
    duplicate: () => runCommand('duplicateRecord', this.document.uri),
    copyLink: () => runCommand('copyLink', this.document.uri),
    openAsText: () => runCommand('openAsText', this.document.uri),
    addAnew: () => runCommand('duplicateRecord', this.document.uri),
    addAgain: async () => {
      // only an add with an unknown outcome can be retried
      if (this.#deps.drafts.get(this.address)?.news !== 'mayHaveBeenAdded')
        throw new UserError(t('There is nothing to add again. Save the record instead.'));
      await this.#deps.drafts.allowAddAgain(this.address);
      await this.submit({});
    },
    openList: () => runCommand('openListView', this.#target()),
    setToken: () => runCommand('setToken', this.#target()),
    showLog: () => runCommand('showLog'),
    startDemo: () => runCommand('startDemo'),
    addConnection: () => runCommand('addConnection'),
    retry: () => this.retry(),
  };

  #target(): { connection: string; controller: string } {
    const { connection, controller } = this.address;
    return { connection, controller };
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: this.address.connection });
  }
}

/** Title of a form until its record is known. */
function plainTitle(address: OpenAddress): string {
  const controller = address.controller;
  return address.kind === 'record' ? `${controller} ${address.id}` : t('New record in {0}', controller);
}

function notKnown(): UserError {
  return new UserError(t('This field no longer exists. Reload the record.'));
}

/** The text was edited before VS Code knew that it is read-only. */
function typedIntoUnread(): UserError {
  return new UserError(
    t('The text of this record was changed while the record could not be read. Revert the file to reload the record.'),
  );
}

/** Rejects edits of read-only fields: the page doesn't offer them, but its messages are untrusted. */
function refuseUneditable(form: RecordForm, at: readonly string[]): void {
  // a field of a sub-table exists in every row
  const keys = [pathKey(at), pathKey(withoutRowKeys(form.subTables, at))];
  const isEditable = form.fields.some((field) => {
    if (!field.permission.editable) return false;
    // a change of a row is a change of its sub-table
    const isPart = (path: string): boolean =>
      keys.some((key) => key === path || key.startsWith(`${path}.`) || path.startsWith(`${key}.`));
    return valuePaths(field).map(pathKey).some(isPart);
  });
  if (!isEditable) throw new UserError(t('Could not edit “{0}”: it is read-only.', at.join('.')));
}

/** Describes the form for its page. */
function describeForm(
  form: RecordForm,
  controllers: RelatedControllers,
  connection: Connection | undefined,
): FormDescription {
  const whyNot = whyNotOf(connection, form);
  return {
    heading: { name: recordTitle(form), facts: headingFacts(form) },
    singular: form.singular,
    splitLayout: form.splitLayout,
    elements: form.elements,
    otherFields: form.otherFields,
    buttons: whyNot.edit === undefined ? buttonsOf(form) : [],
    related: relatedRecords(form, controllers),
    files: (form.attachments ?? []).map(storedFile),
    isDeleted: form.isDeleted,
    whyNot,
  };
}

function storedFile(file: Attachment): StoredFile {
  const { at, value, name, size, location } = file;
  const isElsewhere = location.kind === 'elsewhere';
  const about = { at, value, name, size: size ?? null, location: location.kind };
  return {
    ...about,
    canPreview: previewKind(file) !== undefined,
    ...(isElsewhere && { host: new URL(location.url).host }),
  };
}

function whyNotOf(connection: Connection | undefined, form: RecordForm): FormDescription['whyNot'] {
  const rights = formRights(form);
  return Object.fromEntries(
    (['add', 'edit', 'delete'] as const).flatMap((operation) => {
      const why = whyNotAllowed(operation, connection, rights);
      return why === undefined ? [] : [[operation, why]];
    }),
  );
}

function buttonsOf(form: RecordForm): FormButton[] {
  const save = actionForSave(form);
  return form.submitActions.flatMap((action, index) =>
    isOffered(action) ? [{ index, label: action.label, isSave: action === save }] : [],
  );
}

/** Records that the record has; those it belongs to are shown as reference fields. */
function relatedRecords(form: RecordForm, controllers: RelatedControllers): RelatedRecords[] {
  if (form.id === null) return [];
  const all = form.associations.filter(({ kind }) => kind !== 'belongsTo');
  const labels = all.map((one) => relatedLabel(one, controllers.get(one.name)));
  return all.map(({ name, kind, count }, index) => {
    const controller = controllers.get(name);
    const label = labels[index] ?? name;
    const isAlone = labels.filter((other) => other === label).length === 1;
    const own = labelFromKey(name.split('.').findLast((segment) => segment !== '') ?? name);
    return {
      name,
      label: isAlone || own === label ? label : `${label} (${own})`,
      kind,
      ...(controller && { controller }),
      ...(count !== undefined && { count }),
    };
  });
}

/** Failure page for a record that couldn't be read. Without an error, the record is loading. */
function formFailure(error: unknown, connection: string, isDirty: boolean): FormFailure {
  if (error === undefined) return { sentence: t('The record is being read.'), outlook: '', actions: [] };
  return {
    sentence: sentenceOf(t('Opening it'), error),
    outlook: outlookFor(error, isDirty),
    actions: actionsFor(error, connection),
  };
}

function outlookFor(error: unknown, isDirty: boolean): string {
  if (isDirty) return t('Your input is kept. The form reopens automatically once the record can be read.');
  // don't promise to wait for a record that was not found
  if (error instanceof ServiceError && error.code === 'notFound')
    return t('It may have been deleted, or it may have a different id. Close this tab, or try again with Retry.');
  return t('The form opens automatically once the record can be read.');
}

/** The most likely fix comes first. */
function actionsFor(error: unknown, connection: string): FailureAction[] {
  if (error instanceof UnknownConnectionError)
    return [connection === demoId ? 'startDemo' : 'addConnection', 'retry', 'showLog'];
  if (!(error instanceof ServiceError)) return ['retry', 'showLog'];
  if (error.code === 'notSignedIn') return ['setToken', 'retry'];
  // the service's own response says everything, so the log wouldn't help
  return error.code === 'notFound' || error.code === 'notAllowed' ? ['retry'] : ['retry', 'showLog'];
}
