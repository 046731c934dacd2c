import { parseAddress, type RecordsAddress } from './address.ts';
import { type ControllerName, controllerName } from '../controller.ts';
import type { IsPlainQuery } from '../list/recordQuery.ts';
import { type LinkQuery, readLink } from './recordsLink.ts';

/** A link to a list view or record in some text. */
export interface TextLink {
  readonly start: number;
  readonly length: number;
  readonly address: RecordsAddress;
  readonly query: LinkQuery;
}

/** A likely record id and its range in the text. */
export interface TextId {
  readonly start: number;
  readonly length: number;
  readonly id: string;
  /** Set when the text names the controller, as in `crm/leads/17`. */
  readonly controller: ControllerName | undefined;
}

const ownAddress =
  /\brecords:\/\/([a-z0-9][a-z0-9-]*)(\/[\w.-]+\/[\w.-]+\/[\w=-]+(?:\.record\.json|\.listview)(?![\w=/-]))/g;
// the query is JSON, so it ends at a bracket whatever follows; it contains no slash, so the next link also ends it
const deepLink =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/recordbench\.recordbench(\/open\/[a-z0-9-]+\/[\w.-]+\/[\w.-]+\/[\w=-]+(?:\.record\.json|\.listview)(?![\w=/-]))(?:\?(query=[^\s"<>[\]{}/]*%7D)|(?!\?))/gi;
/** Text beyond this is ignored: VS Code asks again after every change. */
const longestText = 1_000_000;

/** Finds our addresses and links. The caller checks whether the connection exists. */
export function linksIn(text: string, isPlainQuery: IsPlainQuery): TextLink[] {
  const head = text.slice(0, longestText);
  const own = [...head.matchAll(ownAddress)].flatMap((match): TextLink[] => {
    const address = parseAddress({ authority: match[1] ?? '', path: match[2] ?? '' });
    return address ? [{ start: match.index, length: match[0].length, address, query: {} }] : [];
  });
  const deep = [...head.matchAll(deepLink)].flatMap((match): TextLink[] => {
    const link = readLink({ path: match[1] ?? '', query: match[2] ?? '' }, isPlainQuery);
    return link ? [{ start: match.index, length: match[0].length, ...link }] : [];
  });
  return [...own, ...deep]
    .filter(({ address }) => address.kind !== 'newRecord')
    .toSorted((one, other) => one.start - other.start);
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const inController = /(?<![\w./:=-])([A-Za-z_]\w*)\/([A-Za-z_]\w*)\/([\w-]{1,64})(?![\w./=-])/g;

/** Finds UUIDs, and ids that follow the name of a known controller. Skips text inside links. */
export function idsIn(text: string, controllers: readonly ControllerName[], links: readonly Span[]): TextId[] {
  const head = text.slice(0, longestText);
  const known = new Set<string>(controllers);
  const named = [...head.matchAll(inController)].flatMap((match): TextId[] => {
    const controller = controllerName(match[1] ?? '', match[2] ?? '');
    const id = match[3] ?? '';
    return known.has(controller) && /\d/.test(id)
      ? [{ start: match.index, length: match[0].length, id, controller }]
      : [];
  });
  const alone = [...head.matchAll(uuid)].map((match) => ({
    start: match.index,
    length: match[0].length,
    id: match[0],
    controller: undefined,
  }));
  const inLinks = new Spans(links);
  const inNamed = new Spans(named);
  return [...named, ...alone.filter((one) => !inNamed.overlap(one))]
    .filter((one) => !inLinks.overlap(one))
    .toSorted((one, other) => one.start - other.start);
}

interface Span {
  readonly start: number;
  readonly length: number;
}

/** Sorted spans with a binary search for overlaps. */
class Spans {
  readonly #starts: readonly number[];
  /** Max end of all spans up to this index. */
  readonly #ends: readonly number[];

  constructor(spans: readonly Span[]) {
    const sorted = spans.toSorted((one, other) => one.start - other.start);
    let end = 0;
    this.#starts = sorted.map(({ start }) => start);
    this.#ends = sorted.map(({ start, length }) => (end = Math.max(end, start + length)));
  }

  overlap({ start, length }: Span): boolean {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) < start + length) low = middle + 1;
      else high = middle;
    }
    return (this.#ends[low - 1] ?? 0) > start;
  }
}
