import type { FieldKind } from '../../../../model/form/fieldKind.ts';
import { isEmpty } from '../../../../model/form/fieldValue.ts';
import type { JsonValue } from '../../../../model/json.ts';
import { CheckControl, ChoiceControl, ChoicesControl } from './choiceControls.ts';
import type { ControlContext, ControlField, FieldControl } from './fieldControl.ts';
import { FileControl } from './fileControl.ts';
import { momentShape } from './moment.ts';
import { MomentControl } from './momentControl.ts';
import { ReferenceControl } from './referenceControl.ts';
import { JsonControl, PasswordControl, ReadOnlyControl, TextControl } from './textControls.ts';
import { isScalar, displayText, readBoolean, textOf } from './valueText.ts';

/** A control, and which values it can hold without altering them. */
export interface ControlType {
  readonly make: (context: ControlContext) => FieldControl;
  readonly canHold: (field: ControlField, value: JsonValue | undefined) => boolean;
}

const line: ControlType = {
  make: (context) => new TextControl(context, false),
  canHold: (_, value) => isScalar(value) && !hasLines(textOf(value)),
};
const lines: ControlType = {
  make: (context) => new TextControl(context, true),
  canHold: (_, value) => isScalar(value),
};
const moment: ControlType = {
  make: (context) => new MomentControl(context),
  canHold: (field, value) =>
    isScalar(value) && momentShape(field, isEmpty(value, field.kind) ? '' : textOf(value)) !== undefined,
};
const json: ControlType = { make: (context) => new JsonControl(context), canHold: () => true };

/** The control of each kind of field. */
const controlTypes: Readonly<Record<FieldKind, ControlType>> = {
  text: line,
  longText: lines,
  number: line,
  date: moment,
  dateTime: moment,
  time: moment,
  boolean: {
    make: (context) => new CheckControl(context),
    canHold: (field, value) => isScalar(value) && readBoolean(field, value) !== undefined,
  },
  choice: { make: (context) => new ChoiceControl(context), canHold: (_, value) => isScalar(value) },
  choices: {
    make: (context) => new ChoicesControl(context),
    canHold: ({ options }, value) =>
      options.length > 0 && (isScalar(value) || (Array.isArray(value) && value.every(isScalar))),
  },
  reference: { make: (context) => new ReferenceControl(context), canHold: (_, value) => isScalar(value) },
  file: { make: (context) => new FileControl(context), canHold: () => true },
  password: { make: (context) => new PasswordControl(context), canHold: () => true },
  nested: json,
  // never rendered
  hidden: line,
};

const readOnlyLine: ControlType = { make: (context) => new ReadOnlyControl(context, false), canHold: () => true };
const readOnlyLines: ControlType = { make: (context) => new ReadOnlyControl(context, true), canHold: () => true };

const readOnlyReference: ControlType = {
  make: (context) => new ReferenceControl(context, true),
  canHold: controlTypes.reference.canHold,
};

/** The control for a field's kind, or a fallback if that control would alter the value. */
export function controlTypeFor(
  field: ControlField,
  value: JsonValue | undefined,
  { isReadOnly = false } = {},
): ControlType {
  const { kind } = field;
  if (isReadOnly && kind === 'reference' && readOnlyReference.canHold(field, value)) return readOnlyReference;
  if (isReadOnly) {
    const text = displayText(field, value);
    return kind === 'longText' || hasLines(text) || text.length > 200 ? readOnlyLines : readOnlyLine;
  }
  const candidates = [controlTypes[kind], line, lines, json];
  return candidates.find((type) => type.canHold(field, value)) ?? json;
}

function hasLines(text: string): boolean {
  return /[\r\n]/.test(text);
}
