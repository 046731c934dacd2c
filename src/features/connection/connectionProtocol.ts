import * as z from 'zod/mini';
import type { ConnectionDraft, DraftProblems } from '../../model/connection/connectionDraft.ts';
import { fromHost, nothing } from '../common/fromHost.ts';

/* What the form of a connection and its host say to each other. A token is never part of it. */

const text = z.string().check(z.maxLength(100_000));

const draft: z.ZodMiniType<ConnectionDraft> = z.strictObject({
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
  readonly saved: ConnectionDraft;
  /** What was typed before, and not saved. */
  readonly draft: ConnectionDraft;
  /** Which list view look-ups used last, by controller, in one sentence each. */
  readonly lookUps: readonly string[];
  /** What an empty field stands for. */
  readonly usual: { readonly timeoutSeconds: number; readonly pageSize: number; readonly proxy: string };
}

/** `null` when the person was asked something and said no. */
export type ConnectionSaveAnswer = { readonly problems: DraftProblems } | { readonly saved: ConnectionDraft } | null;

const tried = fromHost<{ readonly works: boolean; readonly sentence: string }>();

/** What the form may ask of and tell its host. */
export const connectionFormHost = {
  requests: {
    start: { params: nothing, result: fromHost<ConnectionFormStart>() },
    save: { params: draft, result: fromHost<ConnectionSaveAnswer>() },
    test: { params: draft, result: tried },
    /** While the address is typed: whether a service is there, without a token. */
    tryAddress: { params: draft, result: tried },
  },
  events: {
    /** After every change, so that nothing typed is lost with the tab. */
    draft,
    setToken: nothing,
  },
} as const;

/** What the host may tell the form. */
export const connectionFormView = {
  requests: {},
  events: {
    /** The connection was changed elsewhere, such as in the settings. */
    changed: fromHost<ConnectionDraft>(),
  },
} as const;
