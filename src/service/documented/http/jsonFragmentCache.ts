import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';

/** Parts of a response that thousands of records share and that make up most of it. */
const sharedParts = ['form', 'filterRules', 'model_associations'];
const minBytes = 500;
/** Responses from one URL alternate between a few such parts. */
const maxKept = 8;
const maxAddresses = 50;
/** Stop caching a part of a URL after this many misses in a row. */
const maxMisses = 20;
/** A name that occurs more often isn't used only as the key of a part. */
const maxPositions = 8;
/** Placeholder for a cached part; random, so no response can contain it. */
const mark = `recordbench-${randomUUID()}`;

interface Fragment {
  readonly name: string;
  /** Includes the key: `"form":{…}`. */
  readonly bytes: Buffer;
  readonly value: JsonValue;
}

interface Known {
  /** Most recently used first. */
  fragments: Fragment[];
  /** Consecutive cache misses by part name. */
  readonly misses: Map<string, number>;
}

/** Parses the concatenated pieces. */
type Parse = (pieces: readonly (Buffer | string)[]) => JsonValue;

/**
 * Caches parsed parts of responses: parsing takes most of the time to read a record, and most of a response is the same
 * for every record. A part whose bytes were received from the same URL before is reused.
 */
export class JsonFragmentCache {
  readonly #known = new Map<string, Known>();

  parse(address: string, bytes: Buffer, parse: Parse): JsonValue {
    const known = this.#known.get(address);
    const used = known ? usedFragments(known, bytes) : [];
    const short = used.length === 0 ? undefined : parse(withoutParts(bytes, used));
    // a match nested in another part isn't the response's own member
    const isWhole = !isObject(short) || used.some(({ fragment }) => short[fragment.name] !== mark);
    const value = isWhole ? parse([bytes]) : short;
    if (!isObject(value)) return value;
    if (!isWhole) for (const { fragment } of used) value[fragment.name] = fragment.value;
    const fragments = isWhole ? [] : used.map(({ fragment }) => fragment);
    if (known ?? sharedParts.some((name) => isShared(value, name)))
      this.#remember(address, known ?? { fragments: [], misses: new Map() }, fragments, bytes, value);
    return value;
  }

  #remember(address: string, known: Known, used: readonly Fragment[], bytes: Buffer, value: JsonObject): void {
    for (const { name } of used) known.misses.set(name, 0);
    const missed = sharedParts.filter(
      (name) =>
        isShared(value, name) &&
        !used.some((fragment) => fragment.name === name) &&
        (known.misses.get(name) ?? 0) < maxMisses,
    );
    for (const name of missed) known.misses.set(name, (known.misses.get(name) ?? 0) + 1);
    const fresh = missed.length === 0 ? [] : partsOf(bytes, missed, value);
    if (fresh.length === 0 && known.fragments[0] === used[0]) return;
    const others = known.fragments.filter((fragment) => !used.includes(fragment));
    known.fragments = [...used, ...fresh, ...others].slice(0, maxKept);
    this.#known.delete(address);
    this.#known.set(address, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxAddresses && oldest !== undefined) this.#known.delete(oldest);
  }
}

interface Used {
  readonly fragment: Fragment;
  readonly at: number;
}

/** Matching fragments by position, at most one per name. */
function usedFragments({ fragments }: Known, bytes: Buffer): Used[] {
  const used: Used[] = [];
  for (const [name, ofName] of Map.groupBy(fragments, (fragment) => fragment.name)) {
    const found = firstPositions(bytes, name).flatMap((at) =>
      ofName.filter((fragment) => isAt(bytes, at, fragment.bytes)).map((fragment) => ({ fragment, at })),
    );
    if (found[0]) used.push(found[0]);
  }
  const inOrder = used.toSorted((one, other) => one.at - other.at);
  const isApart = inOrder.every(({ at }, index) => at >= endOf(inOrder[index - 1]));
  return isApart ? inOrder : [];
}

/** Offsets where a part of that name may begin. Searching for a long part itself could take quadratic time. */
function firstPositions(bytes: Buffer, name: string): number[] {
  const start = `"${name}"`;
  const positions: number[] = [];
  let at = bytes.indexOf(start);
  for (; at >= 0 && positions.length < maxPositions; at = bytes.indexOf(start, at + 1)) positions.push(at);
  return positions;
}

function isAt(bytes: Buffer, at: number, part: Buffer): boolean {
  return at + part.length <= bytes.length && bytes.compare(part, 0, part.length, at, at + part.length) === 0;
}

function endOf(one: Used | undefined): number {
  return one ? one.at + one.fragment.bytes.length : 0;
}

function withoutParts(bytes: Buffer, used: readonly Used[]): (Buffer | string)[] {
  const rest = used.flatMap(({ fragment, at }, index) => [
    bytes.subarray(endOf(used[index - 1]), at),
    `"${fragment.name}":"${mark}"`,
  ]);
  return [...rest, bytes.subarray(endOf(used.at(-1)))];
}

function isShared(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && typeof value[name] === 'object' && value[name] !== null;
}

function partsOf(bytes: Buffer, names: readonly string[], value: JsonObject): Fragment[] {
  const ranges = memberRanges(bytes, names);
  return names.flatMap((name) => {
    const range = ranges.get(name);
    if (!range || range.end - range.start < minBytes) return [];
    // copied so that the full response isn't retained
    return [{ name, bytes: Buffer.from(bytes.subarray(range.start, range.end)), value: value[name] ?? null }];
  });
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);

/**
 * Byte ranges of the outermost object's members, in bytes known to be JSON. The last of two members with the same name
 * wins.
 */
function memberRanges(
  bytes: Buffer,
  names: readonly string[],
): Map<string, { readonly start: number; readonly end: number }> {
  const ranges = new Map<string, { start: number; end: number }>();
  let depth = 0;
  let start = 0;
  let name: string | undefined;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      const end = endOfText(bytes, at);
      if (depth === 1 && name === undefined) [start, name] = [at, bytes.toString('utf8', at + 1, end)];
      at = end;
    } else if (opening.has(byte)) depth += 1;
    else if (closing.has(byte) || (byte === comma && depth === 1)) {
      if (byte !== comma) depth -= 1;
      const isEnd = byte === comma || depth === 0;
      if (isEnd && name !== undefined && names.includes(name)) ranges.set(name, { start, end: at });
      if (isEnd) name = undefined;
    } else if (byte === colon && depth === 1 && name === undefined) return new Map();
  }
  return ranges;
}

function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
