import type { FieldKind, FieldOption, TextFormat } from './fieldKind.ts';
import type { FieldPath } from './fieldPath.ts';
import type { JsonValue } from '../json.ts';
import type { FieldPermission } from './permission.ts';
import type { Reference } from './reference.ts';
import type { FieldRule } from './fieldRule.ts';

export interface RecordField {
  /** The element's `name`: in brackets after `data` it is the key that a save sends. */
  readonly path: FieldPath;
  /** `path` as one text, unique in a form. */
  readonly key: string;
  /** Where the value stands in the record's values. */
  readonly at: FieldPath;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly kind: FieldKind;
  readonly format?: TextFormat;
  readonly options: readonly FieldOption[];
  /** As the service named them, for those who want to know why a field looks as it does. */
  readonly template?: string;
  readonly dataType?: string;
  readonly permission: FieldPermission;
  readonly required: boolean;
  readonly rules: readonly FieldRule[];
  /** Rules that could not be read. The service still checks them; we do not. */
  readonly unreadRules: readonly JsonValue[];
  readonly reference?: Reference;
  /** One of the service's own fields (created, modified, revision …). */
  readonly isSystem: boolean;
}

export interface FieldElement {
  readonly type: 'field';
  readonly field: RecordField;
}

export interface GroupElement {
  readonly type: 'group';
  readonly label: string;
  readonly help?: string;
  readonly splitLayout: boolean;
  readonly collapsed: boolean;
  readonly elements: readonly FormElement[];
}

export type FormElement = FieldElement | GroupElement;
