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

/** What looks like the id of a record, and where it may be. */
export interface TextId {
  readonly start: number;
  readonly length: number;
  readonly id: string;
  /** Where a text such as `crm/leads/17` names the controller. */
  readonly controller: ControllerName | undefined;
}

const ownAddress =
  /\brecords:\/\/([a-z0-9][a-z0-9-]*)(\/[\w.-]+\/[\w.-]+\/[\w=-]+(?:\.record\.json|\.listview)(?![\w=/-]))/g;
// the query is JSON, so it ends with a bracket, however the sentence goes on; it has no slash, so the next link ends it too
const deepLink =
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/recordbench\.recordbench(\/open\/[a-z0-9-]+\/[\w.-]+\/[\w.-]+\/[\w=-]+(?:\.record\.json|\.listview)(?![\w=/-]))(?:\?(query=[^\s"<>[\]{}/]*%7D)|(?!\?))/gi;
/** What comes after is not looked at: VS Code asks again after every change. */
const longestText = 1_000_000;

/** Addresses and links of ours. Whether the connection is there is for the caller to know. */
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

/** UUIDs, and ids behind the name of a controller that is known. Links are not looked into. */
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

/** Many of them, to be asked for many others. */
class Spans {
  readonly #starts: readonly number[];
  /** How far it is to the end of the longest of those that begin here or before. */
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
