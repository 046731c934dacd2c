import { longest } from './importTable.ts';

export interface XmlElement {
  readonly attributes: string;
  readonly inside: string;
}

/** The elements of that name in a text that holds them whole, whatever prefix they have; none of them holds another of its kind. */
export function elements(xml: string, name: string): XmlElement[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g');
  return [...xml.matchAll(pattern)].map(([, attributes = '', inside = '']) => ({ attributes, inside }));
}

/** The same in a text that comes in pieces. What is still open at the end of a piece waits for the next one. */
export async function* elementsOf(
  pieces: AsyncIterable<string>,
  name: string,
  tooLong: () => Error,
): AsyncGenerator<XmlElement, void, void> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    if (held.length > longest) throw tooLong();
    const end = endOfLast(held, name);
    if (end > 0) yield* elements(held.slice(0, end), name);
    held = held.slice(end);
  }
  yield* elements(held, name);
}

/** Behind the last closing tag: an opening one ends with the same letters. */
function endOfLast(xml: string, name: string): number {
  const ending = `${name}>`;
  for (let at = xml.lastIndexOf(ending); at > 0; at = xml.lastIndexOf(ending, at - 1))
    if (/<\/(?:\w+:)?$/.test(xml.slice(xml.lastIndexOf('<', at), at))) return at + ending.length;
  return 0;
}

export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const text = found?.[1] ?? found?.[2];
  return text === undefined ? undefined : unescaped(text);
}

/** All that the `t` elements say, without the hints for reading that some languages have. */
export function plainText(xml: string): string {
  const shown = xml.includes('rPh') ? xml.replaceAll(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '') : xml;
  return elements(shown, 't')
    .map(({ inside }) => cellText(inside))
    .join('');
}

/** With Excel's own way for what XML cannot carry: `_x000D_`. */
export function cellText(xml: string): string {
  return unescaped(xml).replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  if (!xml.includes('&')) return xml;
  return xml.replaceAll(
    /&(?:#(\d+)|#x([0-9A-Fa-f]+)|(\w+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return names[name] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
