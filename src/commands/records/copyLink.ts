import { t } from '@vscode/l10n';
import { copyText, linkTo } from '../../platform/clipboard.ts';
import { addressOf } from '../addressArgument.ts';

export const copyLink =
  () =>
  async (argument?: unknown): Promise<void> =>
    copyText(linkTo(addressOf(argument)), t('Link'));
