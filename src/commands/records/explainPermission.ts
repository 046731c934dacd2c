import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { explainPermission as explain } from '../../model/form/explainPermission.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { UserError } from '../../platform/errors.ts';
import { pickOne } from '../../platform/pickOne.ts';
import type { RecordForms } from '../../services/recordForms.ts';
import { property } from '../commandArgument.ts';
import { anyRecordOf, type RecordChoice } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly recordForms: RecordForms;
}

/** "Why can't I edit this?" Arguments: an address and a field, or an object that names both. Answers the sentence. */
export const explainPermission =
  (parts: Parts) =>
  async (argument?: unknown, second?: unknown): Promise<string> => {
    const address = await anyRecordOf(property(argument, 'address') ?? argument, parts, t('A field of which record?'));
    const form = await parts.recordForms.of(address);
    const name = typeof second === 'string' ? second : property(argument, 'field');
    const field = name === undefined ? await pickField(form) : fieldNamed(form, name);
    const sentence = explain(field.label, field.permission);
    void vscode.window.showInformationMessage(sentence);
    return sentence;
  };

/** By its key, its name or its label. */
function fieldNamed(form: RecordForm, name: string): RecordField {
  const all = [...form.fields, ...form.otherFields];
  const field =
    all.find(({ key }) => key === name) ??
    all.find(({ at }) => pathKey(at) === name) ??
    all.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (!field) throw new UserError(t('There is no field “{0}” in this {1}.', name, form.singular));
  return field;
}

async function pickField(form: RecordForm): Promise<RecordField> {
  const lines = [...form.fields, ...form.otherFields].map((field) => ({
    label: `$(${field.permission.editable ? 'edit' : 'lock'}) ${field.label}`,
    description: pathKey(field.at),
    field,
  }));
  const picked = await pickOne(lines, { placeHolder: t('Which field?'), matchOnDescription: true });
  return picked.field;
}
