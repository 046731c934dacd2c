import * as z from 'zod/mini';
import type { AssociationKind } from '../../model/form/recordForm.ts';
import type { FormElement, RecordField } from '../../model/form/formElement.ts';
import type { HeadingFact } from '../../model/form/headingFacts.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { ProblemCause } from '../../model/form/saveResult.ts';
import type { Remote } from '../common/channel.ts';
import type { StoredFile } from '../common/storedFile.ts';
import { fromHost, nothing } from '../common/fromHost.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import { lookUpParams } from '../table/tableProtocol.ts';

/* Protocol between a record's form and its host. The values live in the document's text; the form shows them. */

/** `RecordField.key`. */
const fieldKey = z.string().check(z.minLength(1), z.maxLength(2_000));
const fieldPath = z.array(z.string().check(z.maxLength(1_000))).check(z.minLength(1), z.maxLength(64));
const json: z.ZodMiniType<JsonValue> = z.json();

/** Heading of the form: name and key facts, as far as the record has them. */
export interface FormHeading {
  readonly name: string;
  /** Stage, owner, modified and so on, in this order, if the record has them. */
  readonly facts: readonly HeadingFact[];
}

export interface FormButton {
  /** Index among the form's submit actions. */
  readonly index: number;
  readonly label: string;
  /** True for the action of Ctrl+S. */
  readonly isSave: boolean;
}

export interface RelatedRecords {
  readonly name: string;
  readonly label: string;
  readonly kind: AssociationKind;
  /** Undefined if their controller is unknown; then they are named, not shown. */
  readonly controller?: string;
  /** Number of records, if the form provides it before they are read. */
  readonly count?: number;
}

/** The static part of the form. */
export interface FormDescription {
  readonly heading: FormHeading;
  readonly singular: string;
  readonly splitLayout: boolean;
  readonly elements: readonly FormElement[];
  /** Values of the record that the form has no elements for. */
  readonly otherFields: readonly RecordField[];
  readonly buttons: readonly FormButton[];
  readonly related: readonly RelatedRecords[];
  readonly files: readonly StoredFile[];
  readonly isDeleted: boolean;
  /** Reasons why operations are not allowed; those not listed are. */
  readonly whyNot: Readonly<Partial<Record<'add' | 'edit' | 'delete', string>>>;
}

export interface FormConflict {
  readonly key: string;
  readonly label: string;
  /** Undefined if the original value is no longer known. */
  readonly original?: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
  /** For rows: the differing values of each side, one line per row. For a reference: the records' names. */
  readonly shown?: Readonly<Record<'mine' | 'theirs' | 'original', string>>;
  /** "changed by Ana Roy, 12 Mar 2026 10:15", if the record provides it. */
  readonly by?: string;
}

export interface FormNotice {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  /** Key of the field. */
  readonly key?: string;
  /** Path in the record, if it is in a row. */
  readonly at?: readonly string[];
  /** For a problem: why the record was not saved. Defaults to an input error. */
  readonly cause?: ProblemCause;
  /** Transient notice, such as "Saved". */
  readonly isTransient?: true;
}

/** The dynamic part of the form. */
export interface FormState {
  /** The record's values in the text; null if they are those that the form sent itself. */
  readonly values: JsonObject | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Reason why nothing can be edited now; null if editing is possible. */
  readonly lock: string | null;
  /** Keys of fields that differ from the base. */
  readonly changed: readonly string[];
  /** Values that the service rejected, or is certain to reject. */
  readonly problems: readonly FormNotice[];
  readonly conflicts: readonly FormConflict[];
  /** Messages from the last save. */
  readonly notes: readonly FormNotice[];
  /** Set if someone else changed or deleted the record, or if it may have been added already. */
  readonly news: { readonly text: string; readonly actions: readonly NewsAction[] } | null;
  /** Set if the service is unreachable: the time when the record was loaded, in milliseconds. */
  readonly seenAt?: number;
}

/** Why a field is read-only, for the user, and the service's own details. */
export interface Explanation {
  readonly why: string;
  readonly details?: string;
}

export type NewsAction = 'reload' | 'compare' | 'addAnew' | 'addAgain' | 'openList';

export interface FormStart {
  /** The document's address: key for input typed while the host is unreachable, for the form that replaces this one. */
  readonly address?: string;
  readonly connection: { readonly id: string; readonly name: string; readonly readOnly: boolean };
  readonly controller: string;
  readonly isNew: boolean;
  readonly form: FormDescription;
  readonly state: FormState;
}

/** Actions for a record that couldn't be read. */
export type FailureAction = 'retry' | 'setToken' | 'startDemo' | 'addConnection' | 'showLog';

/** Shown instead of a form if its record couldn't be read. */
export interface FormFailure {
  /** What failed, why, and what to do. */
  readonly sentence: string;
  /** What happens to the page and the input. */
  readonly outlook: string;
  readonly actions: readonly FailureAction[];
}

/** Start data of a page: a form, or the reason why there is none. */
export type FormOpening = FormStart | { readonly failure: FormFailure };

/** Requests and events from the form to its host. */
export const formHost = {
  requests: {
    start: { params: nothing, result: fromHost<FormOpening>() },
    /** Values by path in the record; without a value the key is removed. Resolves once the text has them. */
    edit: {
      params: z.strictObject({
        changes: z
          .array(z.strictObject({ at: fieldPath, value: z.optional(json) }))
          .check(z.minLength(1), z.maxLength(100)),
      }),
      result: fromHost<FormState>(),
    },
    /** A file for a file field; its content is stored until it is saved. */
    attach: {
      params: z.strictObject({
        key: fieldKey,
        /** Path of the field in the record; a field in rows has many. */
        at: fieldPath,
        name: z.string().check(z.minLength(1), z.maxLength(255)),
        type: z.string().check(z.maxLength(200)),
        base64: z.base64().check(z.maxLength(40_000_000)),
      }),
      result: fromHost<FormState>(),
    },
    /** Records that the reference may point to. */
    lookUp: {
      params: z.strictObject({ key: fieldKey, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    /** "Why can't I edit this?" */
    explain: { params: z.strictObject({ key: fieldKey }), result: fromHost<Explanation>() },
    /** Resolves a conflict with one of the values. */
    choose: {
      params: z.strictObject({ key: fieldKey, choice: z.enum(['mine', 'theirs', 'original']) }),
      result: fromHost<FormState>(),
    },
    /** Presses a button of the form, or just saves if none is given. Resolves when the save ends, successful or not. */
    submit: { params: z.strictObject({ index: z.optional(z.int().check(z.gte(0))) }), result: fromHost<FormState>() },
  },
  events: {
    /** The page was painted for the first time, with the form if it had arrived. */
    shown: nothing,
    file: z.strictObject({ at: fieldPath, how: z.enum(['open', 'save', 'browse']) }),
    openReference: z.strictObject({ key: fieldKey, at: fieldPath, toSide: z.boolean() }),
    /** From the table of related records; the table's protocol validates the message. */
    related: z.strictObject({ name: z.string().check(z.maxLength(1_000)), message: z.unknown() }),
    command: z.strictObject({
      name: z.enum([
        'undo',
        'redo',
        'reload',
        'compare',
        'compareConflict',
        'history',
        'delete',
        'duplicate',
        'copyLink',
        'openAsText',
        'addAnew',
        'addAgain',
        'openList',
        'setToken',
        'showLog',
        'startDemo',
        'addConnection',
        'retry',
      ]),
    }),
  },
} as const;
export type FormHost = Remote<typeof formHost>;

/** Requests and events from the host to the form. */
export const formView = {
  requests: {
    /** Writes the edit in progress to the text before a save. */
    commit: { params: nothing, result: fromHost<undefined>() },
  },
  events: {
    state: fromHost<FormState>(),
    /** The record was reloaded, possibly with another form, or reloading failed. */
    restart: fromHost<FormOpening>(),
    focusField: z.strictObject({ key: fieldKey }),
    related: fromHost<{ readonly name: string; readonly message: unknown }>(),
  },
} as const;
