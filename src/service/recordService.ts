import type { Connection } from '../model/connection/connection.ts';
import type { KnownSecrets } from '../model/connection/knownSecrets.ts';
import type { ProxySettings } from '../model/connection/proxy.ts';
import type { ControllerName } from '../model/controller.ts';
import type { Attachment } from '../model/form/attachment.ts';
import type { FormValues } from '../model/form/fieldValue.ts';
import type { RecordField } from '../model/form/formElement.ts';
import type { Association, FormOperation, RecordForm } from '../model/form/recordForm.ts';
import type { BulkResult, SaveResult, WriteResult } from '../model/form/saveResult.ts';
import type { SubmitAction } from '../model/form/submitAction.ts';
import type { Identity } from '../model/identity.ts';
import type { ListView } from '../model/list/listView.ts';
import type { LookUpPage, LookUpQuery, LookUpView } from '../model/list/lookUpView.ts';
import type { RecordPage } from '../model/list/recordPage.ts';
import type { Conditions, QueryRemark, RecordQuery, RelatedTo, ViewQuery } from '../model/list/recordQuery.ts';
import type { RequestTrace } from '../model/requestTrace.ts';
import type { SignupRequest, SignupResult } from '../model/signup/signupInput.ts';
import type { SignupInformation } from '../model/signup/signupFields.ts';

/**
 * A record service over one connection, as the rest of the extension sees it. Every failure is a ServiceError. A read
 * may be repeated; a write is sent once. Only services/writes calls the methods that begin with `send`.
 */
export interface RecordService {
  readonly connection: Connection;
  readonly capabilities: Capabilities;

  /** True if a text contains a token or password known to this window. */
  readonly isSecret: (text: string) => boolean;

  /** All list views, or those of one controller with their chart kinds. */
  listViews(controller?: ControllerName, signal?: AbortSignal): Promise<ListView[]>;
  /** Costs exactly one request. */
  controllerEntry(controller: ControllerName, signal?: AbortSignal): Promise<EntryAnswer>;

  /** The list view may be one of related records (`model/list/relatedList.ts`). */
  records(controller: ControllerName, query: RecordQuery, signal?: AbortSignal): Promise<RecordPage>;
  /** The same page undecoded, for a worker thread. Absent if there is nothing to decode. */
  encodedRecords?(controller: ControllerName, query: RecordQuery, signal?: AbortSignal): Promise<EncodedPage>;
  /** Learns from rows that a thread decoded and a user may open. */
  noteRows?(controller: ControllerName, page: Pick<RecordPage, 'columns' | 'rows' | 'alias'>): void;
  /** Finds records by relation, category or criteria, without paging, sorting or a list view. */
  find(controller: ControllerName, query: ViewQuery, signal?: AbortSignal): Promise<RecordPage>;
  /** The `find` query for the records of an association; they belong to this controller. */
  relatedTo(form: RecordForm, association: Association, controller: ControllerName): RelatedTo;
  /** For callers that decide whether a record exists, or which one is meant. */
  lookUp(controller: ControllerName, query: LookUpQuery, signal?: AbortSignal): Promise<LookUpPage>;

  /** Checks a raw query before it is sent. Returns undefined for a valid or empty query. */
  checkQuery(text: string, columnNames: readonly string[]): QueryRemark | undefined;
  /** A raw query equivalent to the conditions, as initial text. */
  queryText(where: Conditions): string;
  /** True if a query determines the order of its records. */
  isSorted(query: RecordQuery): boolean;

  form(controller: ControllerName, operation: FormOperation, id?: string, signal?: AbortSignal): Promise<RecordForm>;
  /** The form to edit a record, or to view it if editing isn't allowed. */
  open(controller: ControllerName, id: string, signal?: AbortSignal): Promise<RecordForm>;

  /** Reads a stored file of a record, if the service provides its address. */
  readFile(file: Attachment, signal?: AbortSignal): Promise<Uint8Array>;

  /** Throws a ServiceError if these values can't be sent as they are. */
  checkSave(form: RecordForm, values: FormValues, clears?: ReadonlySet<string>): void;
  sendSave(form: RecordForm, values: FormValues, action: SubmitAction, sending?: SaveSending): Promise<SaveResult>;
  sendDelete(controller: ControllerName, id: string, name?: string, sending?: Sending): Promise<WriteResult>;
  sendBulkEdit(
    controller: ControllerName,
    ids: readonly string[],
    change: UniformChange,
    action: SubmitAction,
    sending?: Sending,
  ): Promise<BulkResult>;
  sendBulkDelete(controller: ControllerName, ids: readonly string[], sending?: Sending): Promise<BulkResult>;

  signupInformation(signal?: AbortSignal): Promise<SignupInformation>;
  sendSignup(request: SignupRequest, sending?: Sending): Promise<SignupResult>;
  license(signal?: AbortSignal): Promise<License>;
  /** The user and the organization, as far as the service provides them. */
  organization(signal?: AbortSignal): Promise<Identity>;

  /** The URLs that `records` and `open` would request, for users who want to send the request with another tool. */
  recordsAddress(controller: ControllerName, query: RecordQuery): string;
  recordAddress(controller: ControllerName, id: string): string;

  /** Aborts all requests. */
  close(): Promise<void>;
}

/** Optional features of a service. */
export interface Capabilities {
  /** Whether `sendBulkEdit` and `sendBulkDelete` can be called. Otherwise, bulk edits go record by record. */
  readonly bulkEdit: boolean;
  readonly bulkDelete: boolean;
}

/** Called immediately before the first byte of a write is sent, with the token in use; throws to prevent the write. */
export type WritePermit = (token: string | undefined) => void;

export interface Sending {
  readonly signal?: AbortSignal | undefined;
  readonly permit?: WritePermit | undefined;
}

export interface SaveSending extends Sending {
  /** Fields, as named by a ReadAsEmptyError, that the user agreed to clear. */
  readonly clears?: ReadonlySet<string>;
}

/** The same values for many records, with the form of one of them. */
export interface UniformChange {
  readonly form: RecordForm;
  readonly values: FormValues;
  readonly fields: readonly RecordField[];
}

/** `other`: the response contains something else, so it says nothing about the controller. */
export type EntryAnswer = 'there' | 'none' | 'other';

/**
 * A page as the service sent it: plain data that can be posted to a worker thread. Only the service's own decoder reads
 * it.
 */
export interface EncodedPage {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Concatenated, they are the body. */
  readonly pieces: readonly Uint8Array[];
}

/** Untrusted HTML: sanitize before showing it. */
export interface License {
  readonly html: string;
  readonly messages: readonly string[];
  readonly identity: Identity;
}

export type OpenService = (connection: Connection, options: ServiceOptions) => Promise<RecordService>;

export interface ServiceOptions {
  /** Called for every request, so that a new token is used immediately. */
  readonly token: () => Promise<string | undefined>;
  readonly onRequest?: ((trace: RequestTrace) => void) | undefined;
  /** Called with the messages in the response to a read. */
  readonly onSaid?: ((said: readonly string[]) => void) | undefined;
  /** Called with the list view that look-ups of a controller use from now on. */
  readonly onLookUpView?: ((controller: ControllerName, view: LookUpView) => void) | undefined;
  readonly proxySettings?: ProxySettings;
  /** Secrets of all connections; defaults to this connection's own. */
  readonly secrets?: KnownSecrets;
}
