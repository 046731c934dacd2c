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
