import type { Connection } from '../../model/connection/connection.ts';
import { type ControllerName, moduleOf, shortName, controllerName } from '../../model/controller.ts';
import { controllersOfModel } from '../../model/controllersOfModel.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Attachment } from '../../model/form/attachment.ts';
import type { FormValues } from '../../model/form/fieldValue.ts';
import type { Association, FormOperation, RecordForm } from '../../model/form/recordForm.ts';
import type { BulkResult, SaveResult, WriteResult } from '../../model/form/saveResult.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import type { Identity } from '../../model/identity.ts';
import type { JsonValue } from '../../model/json.ts';
import type { ListView } from '../../model/list/listView.ts';
import type { LookUpPage, LookUpQuery } from '../../model/list/lookUpView.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { Conditions, QueryRemark, RecordQuery, RelatedTo, ViewQuery } from '../../model/list/recordQuery.ts';
import { parseRelatedList } from '../../model/list/relatedList.ts';
import type { SignupRequest, SignupResult } from '../../model/signup/signupInput.ts';
import type { SignupInformation } from '../../model/signup/signupFields.ts';
import { trimBoth } from '../../model/trim.ts';
import type {
  Capabilities,
  EncodedPage,
  EntryAnswer,
  License,
  RecordService,
  SaveSending,
  Sending,
  ServiceOptions,
  UniformChange,
} from '../recordService.ts';
import { license, organization, signup, signupInformation } from './accountOperations.ts';
import { checkQuery, expertText, findQuery } from './findQuery.ts';
import { recordEntries } from './form/saveBody.ts';
import { queryText, ServiceLink } from './http/serviceLink.ts';
import {
  listListViews,
  listRecordsOfListView,
  findRecords,
  fetchRecords,
  noteRows,
  indexParameters,
  openForm,
  openRecord,
  readFile,
  relatedTo,
  viewParameters,
} from './readOperations.ts';
import { lookUpRecords } from './lookUp.ts';
import { nonBlank } from './tolerant.ts';
import { bulkDelete, bulkEdit, deleteRecord, saveRecord } from './writeOperations.ts';
import { t } from '@vscode/l10n';
import type { Dispatcher } from 'undici';

/** Client for the documented HTTP interface. */
export class RecordClient implements RecordService {
  readonly connection: Connection;
  readonly capabilities: Capabilities;
  readonly #link: ServiceLink;

  constructor(connection: Connection, options: ServiceOptions, dispatcher?: Dispatcher) {
    this.connection = connection;
    const { choices } = connection;
    this.capabilities = { bulkEdit: choices.bulkEdit !== undefined, bulkDelete: choices.bulkDelete !== undefined };
    this.#link = new ServiceLink(connection, options, dispatcher);
  }

  readonly isSecret = (text: string): boolean => this.#link.redact(text) !== text;

  records(controller: ControllerName, query: RecordQuery, signal?: AbortSignal): Promise<RecordPage> {
    return this.#own(controller, listRecordsOfListView(this.#link, controller, query, signal));
  }

  lookUp(controller: ControllerName, query: LookUpQuery, signal?: AbortSignal): Promise<LookUpPage> {
    return this.#own(controller, lookUpRecords(this.#link, controller, query, signal));
  }

  encodedRecords(controller: ControllerName, query: RecordQuery, signal?: AbortSignal): Promise<EncodedPage> {
    return fetchRecords(this.#link, controller, query, signal);
  }

  noteRows(controller: ControllerName, page: Pick<RecordPage, 'columns' | 'rows' | 'alias'>): void {
    noteRows(this.#link, controller, page);
  }

  checkQuery(text: string, columnNames: readonly string[]): QueryRemark | undefined {
    return checkQuery(text, columnNames);
  }

  queryText(where: Conditions): string {
    return expertText(where);
  }

  isSorted(query: RecordQuery): boolean {
    return query.sort !== undefined || findQuery(query)?.order !== undefined;
  }

  recordsAddress(controller: ControllerName, query: RecordQuery): string {
    const related = parseRelatedList(query.listView);
    const path = this.#link.path(controller, related ? 'view' : 'index');
    const asked = related ? viewParameters({ kind: 'related', to: related.to }) : indexParameters(query);
    const parameters = this.#link.redact(queryText(asked));
    return `${this.connection.baseUrl}/${path}${parameters === '' ? '' : `?${parameters}`}`;
  }

  recordAddress(controller: ControllerName, id: string): string {
    return `${this.connection.baseUrl}/${this.#link.path(controller, 'view')}?${queryText([['id', id]])}`;
  }

  find(controller: ControllerName, query: ViewQuery, signal?: AbortSignal): Promise<RecordPage> {
    return this.#own(controller, findRecords(this.#link, controller, query, signal));
  }

  relatedTo(form: RecordForm, association: Association, controller: ControllerName): RelatedTo {
    return relatedTo(form, association, controller, this.#link.choices);
  }

  controllerEntry(controller: ControllerName, signal?: AbortSignal): Promise<EntryAnswer> {
    return findControllerEntry(this.#link, controller, signal);
  }

  listViews(controller?: ControllerName, signal?: AbortSignal): Promise<ListView[]> {
    return listListViews(this.#link, controller, signal);
  }

  form(controller: ControllerName, operation: FormOperation, id?: string, signal?: AbortSignal): Promise<RecordForm> {
    return this.#own(controller, openForm(this.#link, controller, operation, id, signal));
  }

  open(controller: ControllerName, id: string, signal?: AbortSignal): Promise<RecordForm> {
    return this.#own(controller, openRecord(this.#link, controller, id, signal));
  }

  readFile(file: Attachment, signal?: AbortSignal): Promise<Uint8Array> {
    return readFile(this.#link, file, signal);
  }

  checkSave(form: RecordForm, values: FormValues, clears?: ReadonlySet<string>): void {
    recordEntries(form, values, { ...this.#link.choices, ...(clears && { clears }) });
  }

  sendSave(form: RecordForm, values: FormValues, action: SubmitAction, sending?: SaveSending): Promise<SaveResult> {
    return saveRecord(this.#link, form, values, action, sending);
  }

  sendDelete(controller: ControllerName, id: string, name?: string, sending?: Sending): Promise<WriteResult> {
    return deleteRecord(this.#link, controller, id, name, sending);
  }

  sendBulkEdit(
    controller: ControllerName,
    ids: readonly string[],
    change: UniformChange,
    action: SubmitAction,
    sending?: Sending,
  ): Promise<BulkResult> {
    return bulkEdit(this.#link, controller, ids, change, action, sending);
  }

  sendBulkDelete(controller: ControllerName, ids: readonly string[], sending?: Sending): Promise<BulkResult> {
    return bulkDelete(this.#link, controller, ids, sending);
  }

  signupInformation(signal?: AbortSignal): Promise<SignupInformation> {
    return signupInformation(this.#link, signal);
  }

  sendSignup(request: SignupRequest, sending?: Sending): Promise<SignupResult> {
    return signup(this.#link, request, sending);
  }

  license(signal?: AbortSignal): Promise<License> {
    return license(this.#link, signal);
  }

  organization(signal?: AbortSignal): Promise<Identity> {
    return organization(this.#link, signal);
  }

  async #own<T extends { readonly alias: string | undefined }>(
    controller: ControllerName,
    reading: Promise<T>,
  ): Promise<T> {
    const read = await reading;
    await assertOwnAlias(this.#link, controller, read.alias);
    return read;
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}

/** Rejects records of another controller: a cache or a proxy may mix up responses. */
async function assertOwnAlias(link: ServiceLink, controller: ControllerName, alias: string | undefined): Promise<void> {
  if (alias === undefined || isAliasOf(alias, controller)) return;
  // any alias is allowed, except one that another controller uses
  link.controllers ??= listListViews(link, undefined, undefined, true).then(
    (views) => [...new Set(views.map((view) => view.controller))],
    () => [],
  );
  const known = await link.controllers;
  if (known.length > 0 && controllersOfModel(alias, known).length === 0) return;
  throw new ServiceError('unreadable', {
    doing: t('read {0}', controller),
    why: t('the service returned “{0}” instead', alias),
    remedy: t('Try again. If the problem persists, check for a cache between this computer and the service.'),
  });
}

/** `people`, `Peoples` and `crm_peoples` all mean `crm/peoples`. */
function isAliasOf(alias: string, controller: ControllerName): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return (
    controllersOfModel(alias, [controller]).length > 0 ||
    [shortName(controller), moduleOf(controller) + shortName(controller)].some((name) => plain(name) === plain(alias))
  );
}

/**
 * The interface shows that a controller entry is looked up by `url` and `type`, but not which controller holds the
 * entries or what `type` is. Both are guessed, only here.
 */
const entries = { controller: controllerName('core', 'controllers'), type: 'controller' };

/** Looks up a controller entry (part 3 of the interface): it exists only if the response contains that exact entry. */
async function findControllerEntry(
  link: ServiceLink,
  controller: ControllerName,
  signal?: AbortSignal,
): Promise<EntryAnswer> {
  const { answer } = await link.requestRead(entries.controller, 'view', {
    doing: t('look for {0}', controller),
    query: viewParameters({ kind: 'entry', url: controller, type: entries.type }),
    signal,
    isOnce: true,
  });
  const found = [...scalarsIn([answer['data'] ?? null, answer['paginate'] ?? null], 0)].slice(0, maxScalars);
  const isThere = found.some(({ key, text }) => /(^|\.)url$/.test(key) && trimBoth(text, /\//) === controller);
  return isThere ? 'there' : found.length > 0 ? 'other' : 'none';
}

const deepest = 6;
const maxScalars = 10_000;
/** Keys that echo the request and aren't an entry. */
const asked = /^(q|where|query|count_query|conditions|params|request)$/i;

/**
 * The interface doesn't document the entry's location in `data`: it may be the record, under its alias, in a list or in
 * a map.
 */
function* scalarsIn(value: JsonValue, depth: number): Iterable<{ readonly key: string; readonly text: string }> {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const [key, one] of Object.entries(value)) {
    const text = nonBlank(one);
    if (text !== undefined) yield { key, text };
    else if (!asked.test(key)) yield* scalarsIn(one, depth + 1);
  }
}
