import { t } from '@vscode/l10n';
import { capitalized } from '../sentence.ts';
import type { RecordForm } from './recordForm.ts';

type Named = Pick<RecordForm, 'name' | 'id'>;

/** Within a sentence. */
export function recordName({ name, id }: Named): string {
  return name === '' ? t('record {0}', id ?? '') : name;
}

/** At the beginning of one. A name of its own is left as it is. */
export function recordNameFirst(form: Named): string {
  return form.name === '' ? capitalized(recordName(form)) : form.name;
}

/** Where it stands alone: what has no name is known by its kind, `Lead 17`. */
export function recordTitle({ name, id, singular }: Named & Pick<RecordForm, 'singular'>): string {
  if (name !== '') return name;
  return id === null ? t('New {0}', singular) : capitalized(`${singular} ${id}`);
}
