import { t } from '@vscode/l10n';
import { copyText, linkTo } from '../../platform/clipboard.ts';
import { UserError } from '../../platform/errors.ts';
import { addressOf } from '../addressArgument.ts';

export const copyLink =
  () =>
  async (argument?: unknown): Promise<void> => {
    const address = addressOf(argument);
    if (address.kind === 'newRecord') throw new UserError(t('This record is yet to be added. Save it first.'));
    await copyText(linkTo(address), t('Link'));
  };
