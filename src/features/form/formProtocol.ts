import * as z from 'zod/mini';
import type { AssociationKind } from '../../model/form/recordForm.ts';
import type { FormElement, RecordField } from '../../model/form/formElement.ts';
import type { HeadingFact } from '../../model/form/headingFacts.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { ProblemCause } from '../../model/form/saveResult.ts';
import type { Remote } from '../common/channel.ts';
import { fromHost, nothing } from '../common/fromHost.ts';
import type { ReferenceMatches } from '../../model/form/referenceValue.ts';
import { lookUpParams } from '../table/tableProtocol.ts';

/* What the form of a record and its host say to each other. The values live in the document's text; the form shows them. */

/** `RecordField.key`. */
const fieldKey = z.string().check(z.minLength(1), z.maxLength(2_000));
const fieldPath = z.array(z.string().check(z.maxLength(1_000))).check(z.minLength(1), z.maxLength(64));
const json: z.ZodMiniType<JsonValue> = z.json();

/** What stands on top: who and where, as far as the record says. */
export interface FormHeading {
  readonly name: string;
  /** Stage, owner, modified …: what the record has of these, in this order. */
  readonly facts: readonly HeadingFact[];
}

export interface FormButton {
  /** Its place among the form's submit actions. */
  readonly index: number;
  readonly label: string;
  /** The one that Ctrl+S sends. */
  readonly isSave: boolean;
}

export interface RelatedRecords {
  readonly name: string;
  readonly label: string;
  readonly kind: AssociationKind;
  /** Undefined when nobody knows where they are to be found; then they are named, not shown. */
  readonly controller?: string;
  /** How many there are, where the form tells before they are read. */
  readonly count?: number;
}

/** The form itself: what does not change while someone types. */
export interface FormDescription {
  readonly heading: FormHeading;
  readonly singular: string;
  readonly splitLayout: boolean;
  readonly elements: readonly FormElement[];
  /** What the record holds beyond the form's elements. */
  readonly otherFields: readonly RecordField[];
  readonly buttons: readonly FormButton[];
  readonly related: readonly RelatedRecords[];
  readonly isDeleted: boolean;
  /** Why it may not be done, in a sentence; what is not named may. */
  readonly whyNot: Readonly<Partial<Record<'add' | 'edit' | 'delete', string>>>;
}

export interface FormConflict {
  readonly key: string;
  readonly label: string;
  /** Undefined: nobody knows any more what it was. */
  readonly original?: JsonValue;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
  /** Of rows: what each side has where they differ, a line for each row. Of a reference: what the records are called. */
  readonly shown?: Readonly<Record<'mine' | 'theirs' | 'original', string>>;
  /** "changed by Ana Roy, 12 Mar 2026 10:15", where the record says. */
  readonly by?: string;
}

export interface FormNotice {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The field it is about. */
  readonly key?: string;
  /** Where it stands in the record, if it stands in a row. */
  readonly at?: readonly string[];
  /** Of a problem: why the record was not saved; something to be corrected where it is not told. */
  readonly cause?: ProblemCause;
  /** News of the moment, such as that it was saved. */
  readonly isPassing?: true;
}

/** Everything that may change at any time. */
export interface FormState {
  /** The record's values as the text has them; null when they are what the form has sent itself. */
  readonly values: JsonObject | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Why nothing can be edited now; null when it can. */
  readonly lock: string | null;
  /** Keys of fields that differ from what the service had. */
  readonly changed: readonly string[];
  /** What the service refused, and what it surely will refuse. */
  readonly problems: readonly FormNotice[];
  readonly conflicts: readonly FormConflict[];
  /** What the last save told. */
  readonly notes: readonly FormNotice[];
  /** The record was changed or deleted by someone else, or may have been added already. */
  readonly news: { readonly text: string; readonly actions: readonly NewsAction[] } | null;
  /** The service is away: this is how the record was then, in milliseconds. */
  readonly seenAt?: number;
}

/** Why a field may not be edited, in a person's words, and what the service says about it in its own. */
export interface Explanation {
  readonly why: string;
  readonly details?: string;
}

export type NewsAction = 'reload' | 'compare' | 'addAnew' | 'addAgain' | 'openList';

export interface FormStart {
  /** The document's: what is typed while nobody answers is kept under it, for the form that takes this one's place. */
  readonly address?: string;
  readonly connection: { readonly id: string; readonly name: string; readonly readOnly: boolean };
  readonly controller: string;
  readonly isNew: boolean;
  readonly form: FormDescription;
  readonly state: FormState;
}

/** What helps with a record that could not be read. */
export type FailureAction = 'retry' | 'setToken' | 'startDemo' | 'addConnection' | 'showLog';

/** In the place of a form: its record could not be read. */
export interface FormFailure {
  /** What failed, why, and what to do. */
  readonly sentence: string;
  /** What becomes of the page, and of what was typed. */
  readonly outlook: string;
  readonly actions: readonly FailureAction[];
}

/** What a page begins with: a form, or why there is none. */
export type FormOpening = FormStart | { readonly failure: FormFailure };

/** What the form may ask of and tell its host. */
export const formHost = {
  requests: {
    start: { params: nothing, result: fromHost<FormOpening>() },
    /** Values for places in the record; without a value the key is taken out. Answered once the text has them. */
    edit: {
      params: z.strictObject({
        changes: z
          .array(z.strictObject({ at: fieldPath, value: z.optional(json) }))
          .check(z.minLength(1), z.maxLength(100)),
      }),
      result: fromHost<FormState>(),
    },
    /** A file for a file field; its bytes are kept until it is saved. */
    attach: {
      params: z.strictObject({
        key: fieldKey,
        /** Where the field stands in the record, which is in many places for one in rows. */
        at: fieldPath,
        name: z.string().check(z.minLength(1), z.maxLength(255)),
        type: z.string().check(z.maxLength(200)),
        base64: z.base64().check(z.maxLength(40_000_000)),
      }),
      result: fromHost<FormState>(),
    },
    /** Records that the reference may point at. */
    lookUp: {
      params: z.strictObject({ key: fieldKey, ...lookUpParams }),
      result: fromHost<ReferenceMatches>(),
    },
    /** "Why can't I edit this?" */
    explain: { params: z.strictObject({ key: fieldKey }), result: fromHost<Explanation>() },
    /** Which of the values stands where two people changed a field. */
    choose: {
      params: z.strictObject({ key: fieldKey, choice: z.enum(['mine', 'theirs', 'original']) }),
      result: fromHost<FormState>(),
    },
    /** A button of the form, or a plain save where none is named. Answered when the save has ended, either way. */
    submit: { params: z.strictObject({ index: z.optional(z.int().check(z.gte(0))) }), result: fromHost<FormState>() },
  },
  events: {
    /** The page has been painted for the first time, with the form if it was there by then. */
    shown: nothing,
    openReference: z.strictObject({ key: fieldKey, at: fieldPath, toSide: z.boolean() }),
    /** From the table of related records, which is checked by the side of tables. */
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

/** What the host may ask of and tell the form. */
export const formView = {
  requests: {
    /** Before a save: whatever is being typed goes into the text first. */
    commit: { params: nothing, result: fromHost<undefined>() },
  },
  events: {
    state: fromHost<FormState>(),
    /** The record was read anew, and its form may be another; or it was tried in vain. */
    restart: fromHost<FormOpening>(),
    focusField: z.strictObject({ key: fieldKey }),
    related: fromHost<{ readonly name: string; readonly message: unknown }>(),
  },
} as const;
