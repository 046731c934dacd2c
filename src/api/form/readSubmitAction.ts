import { readableKey } from '../../model/form/fieldPath.ts';
import type { SubmitAction } from '../../model/form/submitAction.ts';
import { plainText } from '../plainText.ts';
import { type FormGround, permissionOf } from './readField.ts';
import type { FoundInput } from './readFormElements.ts';
import { firstOf, flag, nonBlank } from '../tolerant.ts';

export function isSubmit({ element }: FoundInput): boolean {
  return ['template', 'method', 'type'].some((key) => nonBlank(firstOf(element, key))?.toLowerCase() === 'submit');
}

export function readSubmitAction(found: FoundInput, ground: FormGround): SubmitAction {
  const { element } = found;
  // the interface writes every action as `data[action][<name>]`
  const path = found.path.length === 1 ? ['action', ...found.path] : found.path;
  const value = nonBlank(firstOf(element, 'value', '__value'));
  const label = nonBlank(firstOf(element, 'label'));
  return {
    path,
    label: (label === undefined ? undefined : plainText(label, 200)) || value || readableKey(path.at(-1) ?? ''),
    ...(value === undefined ? {} : { value }),
    isWebCompatible: flag(firstOf(element, 'is_web_compatible')) ?? true,
    permission: permissionOf(found, path, path, ground),
  };
}
