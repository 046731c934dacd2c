import { t } from '@vscode/l10n';

/** A request for the shell. The token is named, never written: what is copied ends up in chats and histories. */
export function curlCommand(address: string, method = 'GET'): string {
  const isRead = method === 'GET';
  const verb = isRead ? '' : ` -X ${quoted(method)}`;
  const read = `curl${verb} -H 'Accept: application/json' -H "Authorization: Bearer $RECORDBENCH_TOKEN" ${quoted(address)}`;
  return isRead ? read : `${read} # ${t('add its form data, which is not kept')}`;
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
