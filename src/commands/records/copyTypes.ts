import { t } from '@vscode/l10n';
import { recordTypes } from '../../model/schema/recordTypes.ts';
import { copyText } from '../../platform/clipboard.ts';
import type { RecordForms } from '../../services/recordForms.ts';
import { addressOf } from '../addressArgument.ts';

/** The TypeScript type of a record, or of what a list view lists. */
export const copyTypes =
  (forms: RecordForms) =>
  async (argument?: unknown): Promise<void> => {
    const address = addressOf(argument);
    const { connection, controller } = address;
    const form = await forms.of(
      address.kind === 'listView' ? { kind: 'newRecord', connection, controller, number: 1 } : address,
    );
    await copyText(recordTypes(form), t('TypeScript type'));
  };
