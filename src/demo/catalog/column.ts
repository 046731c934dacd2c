export type DemoColumnKind =
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
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'choices'
  | 'reference';

export interface DemoColumn {
  readonly name: string;
  readonly label: string;
  readonly kind: DemoColumnKind;
  /** Has its own index, so that any page sorted by it is fast. */
  readonly sortable?: true;
  /** Part of the text that `search_basic` searches. */
  readonly searched?: true;
  readonly required?: true;
  readonly unique?: true;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** Stored by index, so the order of a list must never change. */
  readonly choices?: readonly string[];
  /** Labels for choices that are ids, sent as a companion like that of a reference. */
  readonly choiceTexts?: readonly string[];
  /** The controller that a reference points to. */
  readonly references?: string;
  /** `system`: maintained by the service. `finance`: for administrators. `closing`: editable even on closed records. */
  readonly access?: 'system' | 'finance' | 'closing';
}

/** The value that SQLite stores for a column. */
export type Stored = string | number | null;

interface Kind {
  readonly sqlType: 'TEXT COLLATE NOCASE' | 'INTEGER' | 'REAL';
  /** The type name in headers and form elements. */
  readonly dataType: string;
  /** The input type in forms. */
  readonly template: string;
  toText(stored: string | number, column: DemoColumn): string;
  /** Returns undefined for an invalid text. */
  fromText(text: string, column: DemoColumn): string | number | undefined;
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

/** Seconds since 1970, or undefined for a date or time that doesn't exist. */
function secondsOf(iso: string): number | undefined {
  const time = Date.parse(`${iso}Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso ? undefined : time / 1000;
}

export const columnKinds: Readonly<Record<DemoColumnKind, Kind>> = {
  id: { sqlType: 'INTEGER', dataType: 'LONG', template: 'hidden', ...wholeNumber },
  text: textKind('VAR_STRING', 'text'),
  longText: textKind('BLOB', 'textarea'),
  email: textKind('VAR_STRING', 'email'),
  phone: textKind('VAR_STRING', 'phone'),
  url: textKind('VAR_STRING', 'url'),
  file: textKind('VAR_STRING', 'file'),
  integer: { sqlType: 'INTEGER', dataType: 'LONG', template: 'number', ...wholeNumber },
  decimal: { sqlType: 'REAL', dataType: 'DOUBLE', template: 'number', ...fraction },
  // integer cents, so that a total of a million amounts stays exact
  money: {
    sqlType: 'INTEGER',
    dataType: 'NEWDECIMAL',
    template: 'currency',
    toText: (cents) => (Number(cents) / 100).toFixed(2),
    fromText: (amount) => (/^[+-]?\d{1,13}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : undefined),
  },
  percent: { sqlType: 'INTEGER', dataType: 'SHORT', template: 'percent', ...wholeNumber },
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
    toText: (position, column) => column.choices?.[Number(position)] ?? '',
    fromText: (value, column) => {
      const position = column.choices?.indexOf(value) ?? -1;
      return position === -1 ? undefined : position;
    },
  },
  // one bit per choice
  choices: {
    sqlType: 'INTEGER',
    dataType: 'SET',
    template: 'multiselect',
    toText: (bits, column) => (column.choices ?? []).filter((_, position) => Number(bits) & (1 << position)).join(','),
    fromText: (values, column) => {
      const positions = values.split(',').map((value) => column.choices?.indexOf(value.trim()) ?? -1);
      return positions.includes(-1) ? undefined : positions.reduce((bits, position) => bits | (1 << position), 0);
    },
  },
  reference: { sqlType: 'INTEGER', dataType: 'LONG', template: 'autocomplete', ...wholeNumber },
};

export function storedText(column: DemoColumn, stored: Stored | undefined): string | null {
  return stored === null || stored === undefined ? null : columnKinds[column.kind].toText(stored, column);
}

/** The displayed text of a value. For a reference, the caller must look up the target record. */
export function readableText(column: DemoColumn, stored: Stored | undefined): string | null {
  if (column.choiceTexts) return column.choiceTexts[Number(stored)] ?? null;
  const value = storedText(column, stored);
  return column.kind === 'choices' ? (value?.replaceAll(',', ', ') ?? null) : value;
}
