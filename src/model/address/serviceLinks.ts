import type { Connection } from '../connection/connection.ts';
import { parseControllerName } from '../controller.ts';
import type { RecordsAddress } from './address.ts';
import type { TextLink } from './linksInText.ts';
import { trimTrailing } from '../trim.ts';

type ServiceBase = Pick<Connection, 'id' | 'baseUrl'>;

const operation = /^\/([^/?#\s]+\/[^/?#\s]+)\/(view|edit|index)(?:\.json)?(?:\?([^\s"'`<>(){}|\\^[\]]*))?/;
const longestText = 1_000_000;

/**
 * Finds the service's own URLs of a record (`…/crm/leads/view?id=17`) or a list (`…/crm/leads/index.json`), as found in
 * logs and scripts. A browser has no token to open them.
 */
export function serviceLinksIn(text: string, connections: readonly ServiceBase[]): TextLink[] {
  const found = new Map<number, TextLink>();
  const head = text.slice(0, longestText);
  // if two base URLs share a prefix, the longer one wins
  const bases = connections
    .map(({ id, baseUrl }) => ({ id, base: trimTrailing(baseUrl, /\//) }))
    .filter(({ base }) => base !== '')
    .toSorted((one, other) => other.base.length - one.base.length);
  for (const { id, base } of bases) {
    for (let start = head.indexOf(base); start >= 0; start = head.indexOf(base, start + base.length)) {
      const link = found.has(start) ? undefined : linkAt(head, start, base.length, id);
      if (link) found.set(start, link);
    }
  }
  return [...found.values()].toSorted((one, other) => one.start - other.start);
}

function linkAt(text: string, start: number, base: number, connection: string): TextLink | undefined {
  const [whole = '', name = '', kind, query = ''] =
    operation.exec(text.slice(start + base, start + base + 2_000)) ?? [];
  const controller = parseControllerName(name);
  if (!controller) return undefined;
  // trailing punctuation belongs to the sentence
  const asked = trimTrailing(query, /[.,;:!?]/);
  const length = base + whole.length - (query.length - asked.length);
  const parameters = new URLSearchParams(asked);
  const id = parameters.get('id') ?? '';
  if (kind !== 'index' && id === '') return undefined;
  const listView = parameters.get('current_listview') || undefined;
  const address: RecordsAddress =
    kind === 'index'
      ? { kind: 'listView', connection, controller, listView }
      : { kind: 'record', connection, controller, id };
  return { start, length, address, query: {} };
}
