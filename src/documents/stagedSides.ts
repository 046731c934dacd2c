import type { ListViewAddress } from '../model/address/address.ts';
import { ServiceError } from '../model/errors.ts';
import type { TextPair } from '../model/history/readableText.ts';
import type { RecordForm } from '../model/form/recordForm.ts';
import { readStaged } from '../model/list/stagedCells.ts';
import { stagedJson, stagedTexts } from '../model/list/stagedText.ts';
import { t } from '@vscode/l10n';
import { openDocumentOf } from '../platform/openRecords.ts';
import type { RecordPages } from '../services/lists/recordPages.ts';
import type { RecordForms } from '../services/records/recordForms.ts';

interface StagedSources {
  readonly forms: Pick<RecordForms, 'get' | 'known'>;
  readonly pages: Pick<RecordPages, 'find'>;
}

/** Returns both sides of the staged cells of an open list view, for the diff editor. */
export async function stagedSides(
  sources: StagedSources,
  address: ListViewAddress,
  as: 'text' | 'json',
): Promise<TextPair> {
  const { staged, problem } = readStaged(openDocumentOf(address)?.getText() ?? '');
  if (!staged) return { before: `${problem}\n`, after: `${problem}\n` };
  if (as === 'json') return stagedJson(staged);
  const { pages } = sources;
  const nameOf = (id: string): string => pages.find(address, id)?.row.name || t('Record {0}', id);
  return stagedTexts(staged, { nameOf, form: await anyForm(sources, address, [...staged.keys()]) });
}

/** Labels are the same in all forms of a controller, so any form will do. */
async function anyForm(
  { forms }: StagedSources,
  { connection, controller }: ListViewAddress,
  [id]: readonly string[],
): Promise<RecordForm | undefined> {
  const known = forms.known(connection, controller);
  if (known || id === undefined) return known;
  try {
    return await forms.get(connection, controller, id);
  } catch (error) {
    if (error instanceof ServiceError) return undefined; // without labels, the changes can still be compared
    throw error;
  }
}
