import { t } from '@vscode/l10n';
import type { BulkChange } from '../../model/bulk/bulkChange.ts';
import type { BulkField } from '../../model/bulk/bulkPlan.ts';
import type { ChangeDraft } from '../../protocol/bulk.ts';

export type ReadDraft =
  | { readonly change: BulkChange; readonly problem?: undefined }
  | { readonly change?: undefined; readonly problem: string };

/** A field that was just chosen. */
export function newDraft({ field, kind, options }: BulkField): ChangeDraft {
  const first = kind === 'boolean' ? '1' : kind === 'choice' ? (options[0]?.value ?? '') : '';
  return { field, kind: 'set', value: first === '' ? [] : [first], find: '' };
}

/** What is typed, as the change that it means; or what is missing. */
export function readDraft(draft: ChangeDraft, label: string): ReadDraft {
  const { field, kind, value, find } = draft;
  const [text = ''] = value;
  if (kind === 'clear') return { change: { field, kind } };
  if (kind === 'replace')
    return find === ''
      ? { problem: t('Enter the text that is to be found in {0}.', label) }
      : { change: { field, kind, find, with: text } };
  if (kind === 'add')
    return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text)
      ? { change: { field, kind, amount: text.trim() } }
      : { problem: t('Enter the number that is to be added to {0}, such as 10 or -2.5.', label) };
  if (value.every((one) => one === '')) return { problem: t('Enter the new value of {0}, or choose Clear.', label) };
  return { change: { field, kind: 'set', value: value.length === 1 ? text : value } };
}
