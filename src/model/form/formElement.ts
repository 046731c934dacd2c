import type { FieldKind, FieldOption, TextFormat } from './fieldKind.ts';
import type { FieldPath } from './fieldPath.ts';
import type { JsonValue } from '../json.ts';
import type { MomentNotation } from './moment.ts';
import type { FieldPermission } from './permission.ts';
import type { ControllerName } from '../controller.ts';

export interface RecordField {
  /** The element's `name`, split. In brackets after `data`, it is the key that a save sends. */
  readonly path: FieldPath;
  /** `path` as one text, unique in a form. */
  readonly key: string;
  /** Path of the value in the record's values. */
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
  /** Rules that couldn't be parsed. Only the service checks them. */
  readonly unreadRules: readonly JsonValue[];
  readonly reference?: Reference;
  readonly notation?: FieldNotation;
  /** True for a system field (created, modified, revision …). */
  readonly isSystem: boolean;
}

/** Notation of multiple choices in one value: a list, JSON text, or text with separators. */
export type ChoiceNotation =
  | 'list'
  | 'json'
  | { readonly open: string; readonly between: string; readonly close: string };

/** The service's notation for values of a field, as far as the connection or other values reveal it. */
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

/** A table inside the record, such as its phone numbers; all rows have the same fields. */
export interface SubTable {
  /** As for a field: the key that a save sends, and the path of the rows in the record's values. */
  readonly path: FieldPath;
  readonly key: string;
  readonly at: FieldPath;
  readonly label: string;
  readonly help?: string;
  /** Fields of a row, excluding those of nested tables. */
  readonly fields: readonly RecordField[];
  readonly tables: readonly SubTable[];
}

export interface RowsElement {
  readonly type: 'rows';
  readonly table: SubTable;
  readonly collapsed: boolean;
}

export type FormElement = FieldElement | GroupElement | RowsElement;

/** A field that points to another record; `value.ts` reads and writes its value. */
export interface Reference {
  /** The controller to search, if the service names it. */
  readonly controller?: ControllerName;
  /** The controller that a model class or table suggests: good enough for a look-up, never for a write. */
  readonly likelyController?: ControllerName;
  /** The model of the other record, exactly as the service wrote it. */
  readonly model?: string;
}

interface Worded {
  /** The service's message for a violation. */
  readonly message?: string;
}

/** A parsed rule. `pattern` is shown but never executed: an untrusted regular expression can hang the process. */
export type FieldRule = Worded &
  (
    | { readonly kind: 'required' | 'number' | 'integer' | 'email' | 'url' | 'date' }
    | { readonly kind: 'maxLength' | 'minLength' | 'min' | 'max'; readonly limit: number }
    | { readonly kind: 'inList'; readonly values: readonly string[] }
    | { readonly kind: 'pattern'; readonly source: string }
  );
