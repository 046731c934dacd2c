import { t } from '@vscode/l10n';
import { curlCommand } from '../../model/curl.ts';
import { copyText } from '../../platform/clipboard.ts';
import { UserError } from '../../platform/errors.ts';
import { RequestNode } from '../../tree/requestNode.ts';

/** The token is named, never written; what was sent in a form is not kept. */
export const copyRequestAsCurl =
  () =>
  async (argument?: unknown): Promise<void> => {
    if (!(argument instanceof RequestNode))
      throw new UserError(t('Could not tell which request is meant. Choose one in the Requests view.'));
    const { address, method } = argument.request;
    await copyText(curlCommand(address, method), t('curl command'));
  };
