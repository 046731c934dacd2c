export interface Choice {
  readonly value: string;
  readonly text: string;
}

export type ColumnKind =
  | 'id'
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'url'
  | 'file'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'latitude'
  | 'longitude'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'choices'
  | 'reference';

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** Has an index of its own, so that any page sorted by it is quick. */
  readonly sortable?: true;
  /** Part of the text that `search_basic` looks through. */
  readonly searched?: true;
  readonly required?: true;
  readonly unique?: true;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** Stored by position, so the order of a list must never change. */
  readonly choices?: readonly Choice[];
  /** The controller that a reference points into. */
  readonly references?: string;
  /** `system`: kept by the service. `finance`: for administrators. `closing`: open even on closed records. */
  readonly access?: 'system' | 'finance' | 'closing';
  readonly help?: string;
}

export function choicesOf(...texts: string[]): Choice[] {
  return texts.map((text) => ({ text, value: text.toLowerCase().replace(/[^a-z0-9]+/g, '_') }));
}

/** What people are called, whichever controller they are in. */
export const firstName: Column = {
  name: 'first_name',
  label: 'First Name',
  kind: 'text',
  sortable: true,
  searched: true,
  maxLength: 80,
};
export const lastName: Column = {
  name: 'last_name',
  label: 'Last Name',
  kind: 'text',
  sortable: true,
  searched: true,
  required: true,
  maxLength: 120,
};

/** The columns that every record has, whatever its controller. */
export const systemColumns: readonly Column[] = [
  { name: 'created', label: 'Created', kind: 'dateTime', sortable: true, access: 'system' },
  { name: 'created_by', label: 'Created By', kind: 'reference', references: 'users', access: 'system' },
  { name: 'modified', label: 'Modified', kind: 'dateTime', sortable: true, access: 'system' },
  { name: 'modified_by', label: 'Modified By', kind: 'reference', references: 'users', access: 'system' },
  { name: 'owned_by', label: 'Owned By', kind: 'reference', references: 'users' },
  { name: 'primary_acl_group', label: 'Primary ACL Group', kind: 'reference', references: 'groups', access: 'system' },
  { name: 'revision', label: 'Revision', kind: 'integer', access: 'system' },
  { name: 'deleted', label: 'Deleted', kind: 'boolean', access: 'system' },
];

/** What SQLite holds for a column. */
export type Stored = string | number | null;

interface Kind {
  readonly sqlType: 'TEXT COLLATE NOCASE' | 'INTEGER' | 'REAL';
  /** As a header and a form element name it. */
  readonly dataType: string;
  /** The kind of input that a form shows. */
  readonly template: string;
  toText(stored: string | number, column: Column): string;
  /** Answers undefined for a text that does not fit. */
  fromText(text: string, column: Column): string | number | undefined;
}

const asIs = { toText: String, fromText: (value: string) => value };
const wholeNumber = {
  toText: String,
  fromText: (digits: string) => (/^[+-]?\d{1,15}$/.test(digits) ? Number(digits) : undefined),
};
const fraction = {
  toText: String,
  fromText: (digits: string) => (/^[+-]?\d{1,15}(\.\d{1,12})?$/.test(digits) ? Number(digits) : undefined),
};

function textKind(dataType: string, template: string): Kind {
  return { sqlType: 'TEXT COLLATE NOCASE', dataType, template, ...asIs };
}

const secondsPerDay = 86_400;

/** Seconds since 1970, or undefined where the calendar has no such day or hour. */
function secondsOf(iso: string): number | undefined {
  const time = Date.parse(`${iso}Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso ? undefined : time / 1000;
}

export const columnKinds: Readonly<Record<ColumnKind, Kind>> = {
  id: { sqlType: 'INTEGER', dataType: 'LONG', template: 'hidden', ...wholeNumber },
  text: textKind('VAR_STRING', 'text'),
  longText: textKind('BLOB', 'textarea'),
  email: textKind('VAR_STRING', 'email'),
  phone: textKind('VAR_STRING', 'phone'),
  url: textKind('VAR_STRING', 'url'),
  file: textKind('VAR_STRING', 'file'),
  integer: { sqlType: 'INTEGER', dataType: 'LONG', template: 'number', ...wholeNumber },
  decimal: { sqlType: 'REAL', dataType: 'DOUBLE', template: 'number', ...fraction },
  // Whole cents: a total of a million amounts stays exact.
  money: {
    sqlType: 'INTEGER',
    dataType: 'NEWDECIMAL',
    template: 'currency',
    toText: (cents) => (Number(cents) / 100).toFixed(2),
    fromText: (amount) => (/^[+-]?\d{1,13}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : undefined),
  },
  percent: { sqlType: 'INTEGER', dataType: 'SHORT', template: 'percent', ...wholeNumber },
  latitude: { sqlType: 'REAL', dataType: 'DOUBLE', template: 'number', ...fraction },
  longitude: { sqlType: 'REAL', dataType: 'DOUBLE', template: 'number', ...fraction },
  boolean: {
    sqlType: 'INTEGER',
    dataType: 'TINY',
    template: 'checkbox',
    toText: String,
    fromText: (flag) => (/^[01]$/.test(flag) ? Number(flag) : undefined),
  },
  date: {
    sqlType: 'INTEGER',
    dataType: 'DATE',
    template: 'date',
    toText: (days) => new Date(Number(days) * secondsPerDay * 1000).toISOString().slice(0, 10),
    fromText: (day) => {
      const seconds = secondsOf(`${day}T00:00:00`);
      return seconds === undefined ? undefined : seconds / secondsPerDay;
    },
  },
  dateTime: {
    sqlType: 'INTEGER',
    dataType: 'DATETIME',
    template: 'datetime',
    toText: (seconds) => new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' '),
    fromText: (time) => secondsOf(time.replace(' ', 'T').replace(/^(.{16})$/, '$1:00')),
  },
  choice: {
    sqlType: 'INTEGER',
    dataType: 'STRING',
    template: 'select',
    toText: (position, column) => column.choices?.[Number(position)]?.value ?? '',
    fromText: (value, column) => {
      const position = positionOf(value, column);
      return position === -1 ? undefined : position;
    },
  },
  // One bit for each choice.
  choices: {
    sqlType: 'INTEGER',
    dataType: 'SET',
    template: 'multiselect',
    toText: (bits, column) =>
      (column.choices ?? [])
        .filter((_, position) => Number(bits) & (1 << position))
        .map((choice) => choice.value)
        .join(','),
    fromText: (values, column) => {
      const positions = values.split(',').map((value) => positionOf(value.trim(), column));
      return positions.includes(-1) ? undefined : positions.reduce((bits, position) => bits | (1 << position), 0);
    },
  },
  reference: { sqlType: 'INTEGER', dataType: 'LONG', template: 'autocomplete', ...wholeNumber },
};

function positionOf(value: string, column: Column): number {
  return (column.choices ?? []).findIndex((choice) => choice.value === value);
}

export function textOf(column: Column, stored: Stored | undefined): string | null {
  return stored === null || stored === undefined ? null : columnKinds[column.kind].toText(stored, column);
}

/** What a person reads: the text of a choice rather than its value. References need the record they point to. */
export function displayTextOf(column: Column, stored: Stored | undefined): string | null {
  const value = textOf(column, stored);
  if (value === null || !column.choices) return value;
  const texts = new Map(column.choices.map((choice) => [choice.value, choice.text]));
  return value
    .split(',')
    .map((one) => texts.get(one) ?? one)
    .join(', ');
}
