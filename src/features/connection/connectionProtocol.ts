import * as z from 'zod/mini';
import type { ConnectionInput, DraftProblems } from '../../model/connection/connectionInput.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/* Protocol between a connection's form and its host. It never contains a token. */

const text = z.string().check(z.maxLength(100_000));

const draft: z.ZodMiniType<ConnectionInput> = z.strictObject({
  name: text,
  baseUrl: text,
  color: text,
  readOnly: z.boolean(),
  languageModels: text,
  pathSuffix: text,
  deleteMethod: text,
  emptyValue: text,
  choiceSeparator: text,
  dateFormat: text,
  saveAction: text,
  relatedKey: text,
  relatedClass: text,
  lookUpViews: text,
  bulkEditPath: text,
  bulkEditMethod: text,
  bulkEditIds: text,
  bulkEditIdsAs: text,
  bulkDeletePath: text,
  bulkDeleteMethod: text,
  bulkDeleteIds: text,
  bulkDeleteIdsAs: text,
  timeoutSeconds: text,
  pageSize: text,
  extraCa: text,
  proxy: text,
});

export interface ConnectionFormStart {
  readonly connection: string;
  readonly saved: ConnectionInput;
  /** Unsaved input. */
  readonly draft: ConnectionInput;
  /** The list view that look-ups last used, by controller, one sentence each. */
  readonly lookUps: readonly string[];
  /** Defaults for empty fields. */
  readonly usual: { readonly timeoutSeconds: number; readonly pageSize: number; readonly proxy: string };
}

/** Null if the user declined a confirmation. */
export type ConnectionSaveAnswer = { readonly problems: DraftProblems } | { readonly saved: ConnectionInput } | null;

const tried = fromHost<{ readonly works: boolean; readonly sentence: string }>();

/** Requests and events from the form to its host. */
export const connectionFormHost = {
  requests: {
    start: { params: nothing, result: fromHost<ConnectionFormStart>() },
    save: { params: draft, result: fromHost<ConnectionSaveAnswer>() },
    test: { params: draft, result: tried },
    /** Checks while the address is typed whether a service responds, without a token. */
    tryAddress: { params: draft, result: tried },
  },
  events: {
    /** Sent after every change, so that the draft survives closing the tab. */
    draft,
    setToken: nothing,
  },
} as const;

/** Events from the host to the form. */
export const connectionFormView = {
  requests: {},
  events: {
    /** The connection was changed elsewhere, such as in the settings. */
    changed: fromHost<ConnectionInput>(),
  },
} as const;
