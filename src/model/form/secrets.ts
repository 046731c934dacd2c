import type { JsonObject } from '../json.ts';
import { isSecretName, isSecretNumberName, type IsSecret, withoutSecretNames } from '../secretNames.ts';
import { fieldKinds } from './fieldKind.ts';
import { pathKey } from './fieldPath.ts';
import { isEmpty, valueAt, withValueAt } from './fieldValue.ts';
import type { RecordField } from './formElement.ts';
import { fieldInstances, type RecordForm } from './recordForm.ts';

/** True if the value is secret: never written to disk, to a plan or a report, and never given to a language model. */
export function isSecretField({ kind, at, label }: Pick<RecordField, 'kind' | 'at' | 'label'>): boolean {
  const { secret } = fieldKinds[kind];
  // a choice, a date or a reference with such a name only describes a secret
  if (secret === 'always' || secret === 'never') return secret === 'always';
  return [at.at(-1) ?? '', label].some(secret === 'byNameOfNumber' ? isSecretNumberName : isSecretName);
}

/** Returns all values except secrets, including those in rows and nested objects. Empty values aren't secret. */
export function withoutSecrets(form: RecordForm, values: JsonObject, isSecret: IsSecret): JsonObject {
  let all = values;
  const harmless = new Set<string>();
  for (const field of [...form.fields, ...form.otherFields]) {
    const isHidden = isSecretField(field);
    if (!isHidden && !isSecretName(field.at.at(-1) ?? '')) continue;
    for (const { at } of fieldInstances(form, values, field))
      if (!isHidden) harmless.add(pathKey(at));
      else if (!isEmpty(valueAt(all, at))) all = withValueAt(all, at, undefined);
  }
  return withoutSecretNames(all, isSecret, harmless);
}
