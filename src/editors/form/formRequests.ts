import type { OpenAddress } from '../../model/address/address.ts';
import type * as vscode from 'vscode';
import { t } from '@vscode/l10n';
import { type Connection, demoId } from '../../model/connection/connection.ts';
import { ServiceError } from '../../model/errors.ts';
import { explainPermission, permissionDetails } from '../../model/form/explainPermission.ts';
import type { FieldKind } from '../../model/form/fieldKind.ts';
import { displayKey, type FieldPath, modelKey, pathKey, labelFromKey, samePath } from '../../model/form/fieldPath.ts';
import { withoutRowKeys } from '../../model/form/subTable.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import { type RecordForm, recordTitle } from '../../model/form/recordForm.ts';
import { isUnreadText, readRecordText } from '../../model/draft/recordText.ts';
import { changesAsMeant, withValues } from '../../model/draft/textEdit.ts';
import { formRights, whyNotAllowed } from '../../model/writePermission.ts';
import { relatedTo } from '../../model/form/relatedTo.ts';
import { relatedLabel, relatedListView, relatedTitle } from '../../model/list/relatedList.ts';
import { UserError, sentenceOf } from '../../platform/errorReporter.ts';
import type { Handlers, Params, Result } from '../../protocol/channel.ts';
import type {
  formHost,
  FormFailure,
  FormOpening,
  FormState,
  FormButton,
  FormDescription,
  RelatedRecords,
  FailureAction,
} from '../../protocol/formProtocol.ts';
import type { RecordFormDeps } from './formDeps.ts';
import type { EmbeddedList } from './relatedTables.ts';
import { formState } from './formState.ts';
import { lookUp } from '../../services/references/lookUp.ts';
import type { DraftState } from '../../services/records/draft.ts';
import { relatedControllers } from '../referencedController.ts';
import { headingFacts } from '../../model/form/headingFacts.ts';
import { actionForSave, isOffered } from '../../model/form/submitAction.ts';
import { UnknownConnectionError } from '../../services/connections/connections.ts';

type Host = typeof formHost;
type RelatedControllers = Awaited<ReturnType<typeof relatedControllers>>;

interface Shown {
  readonly form: RecordForm;
  readonly connection: Connection | undefined;
  readonly controllers: RelatedControllers;
  readonly description: string;
}

/** Answers what one form asks. */
export class FormRequests implements Handlers<Host> {
  readonly #deps: RecordFormDeps;
  readonly #address: OpenAddress;
  readonly #document: vscode.TextDocument;
  /** While the form waits for the answer to its own edits, that answer tells it more than an event would. */
  editing = 0;
  /** A button was pressed, and what became of it is not known yet. */
  isSubmitting = false;

  constructor(deps: RecordFormDeps, address: OpenAddress, document: vscode.TextDocument) {
    this.#deps = deps;
    this.#address = address;
    this.#document = document;
  }

  /** What the page was given to show. */
  #shown: Shown | undefined;

  get #connection(): Connection | undefined {
    return this.#deps.connections.get(this.#address.connection);
  }

  /** Set by the session: the form is known, and so is its name. */
  onForm = (_form: RecordForm): void => undefined;

  /** Set by the session: the page has what it shows. */
  onStarted = (): void => undefined;

  state(isOwn: boolean): FormState {
    return formState(this.#deps, this.#address, this.#document, isOwn);
  }

  /** Whether the record, since it was last asked, was read again and has another name, another stage or other rights. */
  becameOutdated(): boolean {
    const form = this.#deps.drafts.get(this.#address)?.form;
    const connection = this.#connection;
    const shown = this.#shown;
    if (!form || !shown || (form === shown.form && connection === shown.connection)) return false;
    this.#shown = { ...shown, form, connection };
    return JSON.stringify(describeForm(form, shown.controllers, connection)) !== shown.description;
  }

  /** The page shows why there is no form. */
  hasFailed = false;

  readonly start = async (): Promise<FormOpening> => {
    const { connection: id, controller } = this.#address;
    const opened = await this.#open();
    this.hasFailed = 'failure' in opened;
    if ('failure' in opened) return opened;
    const { form } = opened;
    this.onForm(form);
    const controllers = await relatedControllers(this.#deps, id, form);
    const connection = this.#connection;
    const description = describeForm(form, controllers, connection);
    this.#shown = { form, connection, controllers, description: JSON.stringify(description) };
    // after the answer
    setTimeout(() => this.onStarted(), 0);
    return {
      address: this.#document.uri.toString(),
      connection: { id, name: connection?.name ?? id, readOnly: connection?.readOnly ?? false },
      controller,
      isNew: this.#address.kind === 'newRecord',
      form: description,
      state: this.state(false),
    };
  };

  async #open(): Promise<Pick<DraftState, 'form'> | { readonly failure: FormFailure }> {
    const { drafts } = this.#deps;
    const { isDirty } = this.#document;
    const draft = drafts.get(this.#address);
    const known = drafts.failure(this.#address);
    const failure = (error: unknown): { readonly failure: FormFailure } => ({
      failure: formFailure(error, this.#address.connection, isDirty),
    });
    if (isUnreadText(this.#document.getText())) return failure(isDirty ? typedIntoUnread() : known?.error);
    if (draft) return draft;
    // whoever waits for it is told when it is there
    if (known) return failure(known.error);
    return drafts.restore(this.#address).catch(failure);
  }

  readonly edit = async ({ changes }: Params<Host, 'edit'>): Promise<FormState> => {
    const form = this.#form();
    for (const { at } of changes) refuseUneditable(form, at);
    const base = this.#deps.drafts.get(this.#address)?.base ?? {};
    const kindOf = (at: FieldPath): FieldKind | undefined =>
      form.fields.find((field) => samePath(field.at, withoutRowKeys(form.subTables, at)))?.kind;
    return this.#change((text) => withValues(text, changesAsMeant(base, changes, kindOf)));
  };

  readonly attach = async ({ key, at, ...file }: Params<Host, 'attach'>): Promise<FormState> => {
    const form = this.#form();
    if (!samePath(withoutRowKeys(form.subTables, at), this.#field(key).at)) throw notKnown();
    refuseUneditable(form, at);
    const bytes = Buffer.from(file.base64, 'base64');
    const { value } = await this.#deps.drafts.attach(this.#address, key, { name: file.name, type: file.type, bytes });
    return this.#change((text) => withValues(text, [{ at, value }]));
  };

  readonly lookUp = ({ key, ...asked }: Params<Host, 'lookUp'>, signal: AbortSignal): Promise<Result<Host, 'lookUp'>> =>
    lookUp(
      this.#deps,
      this.#address.connection,
      this.#field(key),
      { ...asked, near: this.#address.controller },
      signal,
    );

  readonly explain = ({ key }: Params<Host, 'explain'>): Result<Host, 'explain'> => {
    const { label, permission } = this.#field(key);
    const closed = whyNotAllowed('edit', this.#connection);
    if (closed !== undefined) return { why: closed };
    return { why: explainPermission(label, permission), details: permissionDetails(permission) };
  };

  /** The list of the records that belong to an association of this record, and what it is called beside it. */
  relatedList(name: string): EmbeddedList {
    const form = this.#form();
    const { connection } = this.#address;
    const association = form.associations.find((one) => one.name === name);
    const controller = this.#shown?.controllers.get(name);
    const choices = this.#connection?.choices;
    if (!association || !controller || !choices || form.id === null)
      throw new UserError(t('The service does not say where the records of “{0}” are.', name));
    const to = relatedTo(form, association, controller, choices);
    const related = { parent: form.controller, name, to };
    const address = { kind: 'listView', connection, controller, listView: relatedListView(related) } as const;
    // for whoever opens it in a tab of its own
    this.#deps.titles.expect(address, relatedTitle(related, controller, form));
    return { address, label: relatedLabel(association, controller) };
  }

  readonly choose = async ({ key, choice }: Params<Host, 'choose'>): Promise<FormState> => {
    const { drafts, edits } = this.#deps;
    const now = edits.latest(this.#document);
    const text = await drafts.choose(this.#address, now, key, choice);
    await edits.change(this.#document, (current) => {
      if (current !== now) throw new UserError(t('The record was edited meanwhile. Choose again.'));
      return text;
    });
    return this.state(false);
  };

  readonly submit = async ({ index }: Params<Host, 'submit'>): Promise<FormState> => {
    const action = index === undefined ? undefined : this.#form().submitActions[index];
    if (index !== undefined && !action) throw new UserError(t('This button is not there any more. Reload the record.'));
    if (action) this.#deps.guard.begin(this.#address.connection, t('do “{0}”', action.label));
    this.isSubmitting = true;
    try {
      await this.#deps.submit(this.#document, this.#address, action);
    } catch (error) {
      // the form shows it where it belongs
      if (!(error instanceof ServiceError)) throw error;
    } finally {
      this.isSubmitting = false;
    }
    return this.state(false);
  };

  async #change(change: (text: string) => string): Promise<FormState> {
    const { guard, drafts, edits } = this.#deps;
    guard.begin(this.#address.connection, t('edit the record'));
    await drafts.keepBase(this.#address);
    let produced: string | undefined;
    this.editing += 1;
    try {
      await edits.change(this.#document, (text) => {
        const read = readRecordText(text);
        if (read.problem !== undefined)
          throw new UserError(
            t('Could not edit the field: line {0} of the text is not right. Correct it first.', read.line),
          );
        produced = change(text);
        return produced;
      });
    } finally {
      this.editing -= 1;
    }
    return this.state(edits.latest(this.#document) === produced);
  }

  #form(): RecordForm {
    const form = this.#deps.drafts.get(this.#address)?.form;
    if (!form) throw new UserError(t('The record is not known any more. Open it again.'));
    return form;
  }

  #field(key: string): RecordField {
    const { fields, otherFields } = this.#form();
    const field = [...fields, ...otherFields].find((each) => each.key === key);
    if (!field) throw notKnown();
    return field;
  }
}

function notKnown(): UserError {
  return new UserError(t('This field is not known any more. Reload the record.'));
}

/** In the moment before VS Code knew that it must not be. */
function typedIntoUnread(): UserError {
  return new UserError(
    t('The text of this record was changed while it could not be read. Revert the file to read it again.'),
  );
}

/** The page offers only what may be edited; what comes out of it is checked all the same. */
function refuseUneditable(form: RecordForm, at: readonly string[]): void {
  // a field stands in every row of its sub-table
  const keys = [pathKey(at), pathKey(withoutRowKeys(form.subTables, at))];
  const isEditable = form.fields.some((field) => {
    if (!field.permission.editable) return false;
    const last = field.at.at(-1) ?? '';
    const before = field.at.slice(0, -1);
    return [last, displayKey(last), modelKey(last)].some((name) => {
      const path = pathKey([...before, name]);
      // a row of a sub-table is a part of it
      return keys.some((key) => key === path || key.startsWith(`${path}.`) || path.startsWith(`${key}.`));
    });
  });
  if (!isEditable) throw new UserError(t('Could not edit “{0}”: it is read-only.', at.join('.')));
}

/** What a form is made of, as its page needs it. */
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
    isDeleted: form.isDeleted,
    whyNot,
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

/** Those that a record has, not those that it belongs to: these are its reference fields. */
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

/** What the page says of a record that could not be read. Without an error it is being read again just now. */
function formFailure(error: unknown, connection: string, isDirty: boolean): FormFailure {
  if (error === undefined) return { sentence: t('The record is being read.'), outlook: '', actions: [] };
  return {
    sentence: sentenceOf(t('Opening it'), error),
    outlook: outlookFor(error, isDirty),
    actions: actionsFor(error, connection),
  };
}

function outlookFor(error: unknown, isDirty: boolean): string {
  if (isDirty) return t('What you typed is kept. The form comes back by itself once the record can be read.');
  // nobody waits for a record that is not there
  if (error instanceof ServiceError && error.code === 'notFound')
    return t('It may have been deleted, or its id may be another. Close this tab, or ask again with Retry.');
  return t('The form comes by itself once the record can be read.');
}

/** What helps most often comes first. */
function actionsFor(error: unknown, connection: string): FailureAction[] {
  if (error instanceof UnknownConnectionError)
    return [connection === demoId ? 'startDemo' : 'addConnection', 'retry', 'showLog'];
  if (!(error instanceof ServiceError)) return ['retry', 'showLog'];
  if (error.code === 'notSignedIn') return ['setToken', 'retry'];
  // the service's own answer says all there is to know
  return error.code === 'notFound' || error.code === 'notAllowed' ? ['retry'] : ['retry', 'showLog'];
}
