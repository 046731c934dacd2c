import type { TableRow } from '../../protocol/table.ts';
import { words } from './words.ts';

/** What the person may do with a record, as far as its row tells. */
export function permissionSentence({ id, name, ...may }: TableRow, isReadOnly: boolean): string {
  const flags = [
    [may.canEdit, words.mayEdit],
    [may.canDelete, words.mayDelete],
    [may.canComment, words.mayComment],
  ] as const;
  const parts = flags.flatMap(([flag, say]) => (flag === undefined ? [] : [say(flag)]));
  const said = words.permissions(name || (id ?? ''), parts.join(', ') || words.permissionsUnknown);
  return isReadOnly ? `${said} ${words.readOnlyConnection}` : said;
}
