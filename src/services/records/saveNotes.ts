import { t } from '@vscode/l10n';
import { afterSave } from '../../model/draft/afterSave.ts';
import type { FieldChange } from '../../model/draft/fieldChange.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { shownValue } from '../../model/form/shownValue.ts';
import type { DraftNote, FinishedSave } from './draft.ts';

const most = 20;

/** What a save brought with it: the service's own words, what others had changed, and what the service made of the values. */
export function saveNotes(form: RecordForm, { sent, messages, theirs, by }: FinishedSave): DraftNote[] {
  const said = messages.map((text): DraftNote => ({ tone: 'info', text }));
  const made = afterSave(form, sent).map(({ sentence, key }): DraftNote => ({ tone: 'warning', text: sentence, key }));
  return [...said, ...made.slice(0, most), ...mergedNotes(theirs, by)];
}

/** One for each field that someone else changed. The service's own fields change with every save, and are not worth a word. */
export function mergedNotes(theirs: readonly FieldChange[], by: string | undefined): DraftNote[] {
  const told = theirs.filter(({ isSystem }) => !isSystem);
  const notes = told.slice(0, most).map(({ key, label, after, shownAfter }): DraftNote => {
    const now = shownValue(shownAfter ?? after);
    return {
      tone: 'info',
      key,
      text:
        by === undefined
          ? t('“{0}” was changed meanwhile: it is now {1}.', label, now)
          : t('“{0}” was changed meanwhile {1}: it is now {2}.', label, by, now),
    };
  });
  const more = told.length - notes.length;
  return more > 0 ? [...notes, { tone: 'info', text: t('{0} more fields were changed meanwhile.', more) }] : notes;
}
