import type { FieldKind, FieldOption, TextFormat } from './fieldKind.ts';
import type { FieldPath } from './fieldPath.ts';
import type { JsonValue } from '../json.ts';
import type { MomentNotation } from './moment.ts';
import type { FieldPermission } from './permission.ts';
import type { ControllerName } from '../controller.ts';

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
  readonly permission: FieldPermission;
  readonly required: boolean;
  readonly rules: readonly FieldRule[];
  /** Rules that could not be read. The service still checks them; we do not. */
  readonly unreadRules: readonly JsonValue[];
  readonly reference?: Reference;
  readonly notation?: FieldNotation;
  /** One of the service's own fields (created, modified, revision …). */
  readonly isSystem: boolean;
}

/** How several choices are written as one value: as a list, as JSON text, or as one text with marks. */
export type ChoiceNotation =
  | 'list'
  | 'json'
  | { readonly open: string; readonly between: string; readonly close: string };

/** How the service writes values of a field, as far as the connection or other values show it. */
export interface FieldNotation extends MomentNotation {
  readonly choices?: ChoiceNotation;
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

/** A table inside of the record, such as its phone numbers: each row has the same fields. */
export interface SubTable {
  /** As with a field: the key that a save sends, and where the rows stand in the record's values. */
  readonly path: FieldPath;
  readonly key: string;
  readonly at: FieldPath;
  readonly label: string;
  readonly help?: string;
  /** The fields of a row, but for those of a table inside of it. */
  readonly fields: readonly RecordField[];
  readonly tables: readonly SubTable[];
}

export interface RowsElement {
  readonly type: 'rows';
  readonly table: SubTable;
  readonly collapsed: boolean;
}

export type FormElement = FieldElement | GroupElement | RowsElement;

/** A field that points at another record. Its label and its type stand beside it, see `referenceValue.ts`. */
export interface Reference {
  /** The record type to look in, where the service names one. */
  readonly controller?: ControllerName;
  /** The record type that a model class or a table suggests: good enough for a look-up, never for a write. */
  readonly likelyController?: ControllerName;
  /** The model of the other record, exactly as the service wrote it. */
  readonly model?: string;
}

interface Worded {
  /** The service's own words for a value that breaks the rule. */
  readonly message?: string;
}

/** A rule that could be read. `pattern` is shown and never run: a foreign regular expression can hang whoever runs it. */
export type FieldRule = Worded &
  (
    | { readonly kind: 'required' | 'number' | 'integer' | 'email' | 'url' | 'date' }
    | { readonly kind: 'maxLength' | 'minLength' | 'min' | 'max'; readonly limit: number }
    | { readonly kind: 'inList'; readonly values: readonly string[] }
    | { readonly kind: 'pattern'; readonly source: string }
  );
