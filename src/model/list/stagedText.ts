import { fieldValue } from '../form/value.ts';
import { t } from '@vscode/l10n';
import { writtenEntries } from '../draft/recordText.ts';
import { labelFromKey } from '../form/fieldPath.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { formatValue } from '../formatValue.ts';
import { labeled, type TextPair } from '../history/readableText.ts';
import { fieldInTable } from './columnField.ts';
import type { Staged, StagedChange } from './stagedCells.ts';

/** What is known about the records of staged cells. */
export interface StagedSubject {
  readonly nameOf: (id: string) => string;
  /** A form of any of the records; undefined if none could be read. */
  readonly form: RecordForm | undefined;
}

/** Both sides of staged cells for the diff editor: a paragraph per record, a line per cell. */
export function stagedTexts(staged: Staged, subject: StagedSubject): TextPair {
  return { before: sideText(staged, subject, 'from'), after: sideText(staged, subject, 'to') };
}

/** The same as JSON, with field names and stored values. */
export function stagedJson(staged: Staged): TextPair {
  const side = (name: 'from' | 'to'): string =>
    writtenEntries(
      [...staged].map(([id, cells]) => [id, Object.fromEntries([...cells].map(([key, cell]) => [key, cell[name]]))]),
    );
  return { before: side('from'), after: side('to') };
}

function sideText(staged: Staged, { nameOf, form }: StagedSubject, side: 'from' | 'to'): string {
  const records = [...staged].map(([id, cells]) => {
    const lines = [...cells].flatMap(([key, change]) => cellLines(key, change, form, side));
    return [nameOf(id), ...lines.map((line) => `  ${line}`)].join('\n');
  });
  return records.length === 0 ? '' : `${records.join('\n\n')}\n`;
}

function cellLines(key: string, change: StagedChange, form: RecordForm | undefined, side: 'from' | 'to'): string[] {
  const field = form && fieldInTable(form, key);
  const text = change[side] ?? '';
  if (text === '') return labeled(field?.label ?? labelFromKey(key), t('(empty)'));
  // a cell has the name of the record that a reference points to
  const isAsShown = !field || field.kind === 'reference';
  return labeled(field?.label ?? labelFromKey(key), isAsShown ? text : formatValue(field, fieldValue(field, text)));
}
