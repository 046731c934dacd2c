import type { RecordField } from '../../model/form/formElement.ts';
import type { JsonValue } from '../../model/json.ts';
import { momentShape } from './moment.ts';
import { truthOf } from './booleanValue.ts';
import { isScalar, readableText, textOf } from './valueText.ts';
import { CheckControl } from './checkControl.ts';
import { ChoiceControl } from './choiceControls.ts';
import { ChoicesControl } from './choicesControl.ts';
import type { ControlContext, FieldControl } from './fieldControl.ts';
import { FileControl } from './fileControl.ts';
import { JsonControl } from './jsonControl.ts';
import { MomentControl } from './momentControl.ts';
import { PasswordControl } from './passwordControl.ts';
import { ReferenceControl } from './referenceControl.ts';
import { ShownControl } from './shownControl.ts';
import { TextControl } from './textControls.ts';

export type ControlName =
  | 'line'
  | 'long'
  | 'moment'
  | 'check'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'file'
  | 'password'
  | 'json'
  | 'shown'
  | 'shownLong';

const makers: Readonly<Record<ControlName, (context: ControlContext) => FieldControl>> = {
  line: (context) => new TextControl(context, false),
  long: (context) => new TextControl(context, true),
  moment: (context) => new MomentControl(context),
  check: (context) => new CheckControl(context),
  choice: (context) => new ChoiceControl(context),
  choices: (context) => new ChoicesControl(context),
  reference: (context) => new ReferenceControl(context),
  file: (context) => new FileControl(context),
  password: (context) => new PasswordControl(context),
  json: (context) => new JsonControl(context),
  shown: (context) => new ShownControl(context, false),
  shownLong: (context) => new ShownControl(context, true),
};

export function makeControl(name: ControlName, context: ControlContext): FieldControl {
  return makers[name](context);
}

/** The control that a field's kind asks for, or one that can hold the value where that one would harm it. */
export function controlFor(field: RecordField, value: JsonValue | undefined): ControlName {
  const { kind } = field;
  if (!field.permission.editable && kind !== 'boolean' && kind !== 'reference') {
    const text = readableText(field, value, () => undefined);
    return kind === 'longText' || /[\r\n]/.test(text) || text.length > 200 ? 'shownLong' : 'shown';
  }
  if (kind === 'file' || kind === 'password') return kind;
  if (kind === 'nested') return 'json';
  if (kind === 'choices' && field.options.length > 0 && isScalarOrList(value)) return 'choices';
  if (!isScalar(value)) return 'json';
  const text = textOf(value);
  const asText = kind === 'longText' || /[\r\n]/.test(text) ? 'long' : 'line';
  switch (kind) {
    case 'date':
    case 'dateTime':
    case 'time':
      return text === '' || momentShape(text) ? 'moment' : asText;
    case 'boolean':
      return truthOf(field, value) ? 'check' : asText;
    case 'choice':
      return 'choice';
    case 'reference':
      return 'reference';
    default:
      return asText;
  }
}

function isScalarOrList(value: JsonValue | undefined): boolean {
  return isScalar(value) || (Array.isArray(value) && value.every(isScalar));
}
