import { type FieldKind, fieldKinds, type FieldOption } from '../form/fieldKind.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { isIdentifier } from '../formatValue.ts';
import { type ConditionField, conditionField } from './conditionField.ts';
import type { Column } from './recordPage.ts';

/** Which statistics are computed for a column, in addition to frequencies. */
export type ProfileMeasure = 'number' | 'identifier' | 'moment' | 'truth' | 'length' | 'none';

/** The properties of a column needed to profile it. Plain data, so that it can be passed to a thread. */
export interface ProfiledColumn {
  readonly key: string;
  /** Determines which values are equal and which are empty, as for filters. */
  readonly field: ConditionField;
  readonly measure: ProfileMeasure;
}

/** A value as the service writes it. */
export interface ProfiledValue {
  readonly value: string;
  /** Only the beginning of a long text. */
  readonly isCut?: true;
}

export interface ProfiledRecord {
  /** Null if the record can't be opened. */
  readonly id: string | null;
  readonly name: string;
}

/** A value that occurs more than once, with its records. */
export interface RepeatedValue extends ProfiledValue {
  readonly count: number;
  /** The first ones. */
  readonly records: readonly ProfiledRecord[];
}

/** What was counted so far. Plain data. */
export interface ColumnProfile {
  /** Number of records read. */
  readonly read: number;
  readonly empty: number;
  /** Number of distinct values. */
  readonly distinct: number;
  /** True if there are more distinct values than could be counted. */
  readonly isDistinctCut: boolean;
  /** In descending order. */
  readonly frequent: readonly (ProfiledValue & { readonly count: number })[];
  /** Values that occur more than once, and the number of records that have one. */
  readonly repeated: {
    readonly values: number;
    readonly records: number;
    /** The first of them; only once reading has ended. */
    readonly listed?: readonly RepeatedValue[];
  };
  readonly numbers?: {
    readonly count: number;
    /** As the service writes them. */
    readonly min: ProfiledValue;
    readonly max: ProfiledValue;
    /** Undefined for identifiers. */
    readonly sum?: string;
    readonly average?: string;
  };
  readonly moments?: { readonly count: number; readonly oldest: ProfiledValue; readonly newest: ProfiledValue };
  readonly lengths?: {
    readonly min: number;
    readonly average: string;
    readonly max: number;
    /** One of the shortest and one of the longest values. */
    readonly shortest: ProfiledValue;
    readonly longest: ProfiledValue;
  };
  readonly truths?: { readonly yes: number; readonly no: number };
  /** Unused choices; undefined if the choices are unknown. */
  readonly unused?: readonly FieldOption[];
}

/** How reading the records of a profile ended. */
export type ProfileEnd =
  | {
      readonly kind: 'complete';
      /** Why some records may not be counted, one sentence each. */
      readonly notes: readonly string[];
      /** Messages from the service. */
      readonly said: readonly string[];
    }
  | {
      readonly kind: 'stopped';
      /** One sentence; omitted if the user stopped it. */
      readonly why?: string;
      /** True if reading can continue where it stopped. */
      readonly canContinue: boolean;
    };

export interface ProfileState {
  readonly profile: ColumnProfile;
  /** Number of records of the list, as far as the service provides it. */
  readonly total: number | undefined;
  /** Omitted while reading. */
  readonly end?: ProfileEnd;
}

/** Takes details from the form of a record, because lists describe their columns only in part. */
export function profiledColumn(
  column: Column,
  alias: string | undefined,
  form: RecordForm | undefined,
): ProfiledColumn {
  const field = conditionField(column, alias, form);
  const isId = field.kind === 'number' && isIdentifier(column.name);
  return { key: column.key, field, measure: isId ? 'identifier' : measureOf(field.kind) };
}

function measureOf(kind: FieldKind): ProfileMeasure {
  const { column, isFreeText } = fieldKinds[kind];
  if (column === undefined) return isFreeText ? 'length' : 'none';
  if (column === 'number') return 'number';
  return column === 'boolean' ? 'truth' : 'moment';
}
