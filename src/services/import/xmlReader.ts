import { SaxesParser } from 'saxes';

export type XmlAttributes = Readonly<Record<string, string>>;

/** Hears of an XML text while it is read. Names come without their prefix. */
export interface XmlHandler<T = never> {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** What has become whole since it was last asked. */
  take?(): readonly T[];
}

export interface XmlLimits {
  /** As many letters may come without anything becoming whole. */
  readonly letters: number;
  readonly tooMuch: () => Error;
  /** For a text that is no XML, or has what no workbook needs. */
  readonly damaged: () => Error;
}

/** No workbook comes near these: what has more is meant to fill the memory. */
const deepest = 100;
const mostAttributes = 1_000;

/** What the handler makes of a text that comes in pieces. Nothing of it is kept but what the handler keeps. */
export async function* readXml<T>(
  pieces: AsyncIterable<string>,
  handler: XmlHandler<T>,
  { letters, tooMuch, damaged }: XmlLimits,
): AsyncGenerator<T, void, void> {
  const parser = parserFor(handler);
  const attempt = (work: () => unknown): readonly T[] => {
    try {
      work();
    } catch {
      throw damaged();
    }
    return handler.take?.() ?? [];
  };
  let held = 0;
  for await (const piece of pieces) {
    const whole = attempt(() => parser.write(piece));
    held = whole.length > 0 ? 0 : held + piece.length;
    if (held > letters) throw tooMuch();
    yield* whole;
  }
  yield* attempt(() => parser.close());
}

function parserFor<T>(handler: XmlHandler<T>): SaxesParser {
  const parser = new SaxesParser({ position: false });
  const refuse = (): never => {
    throw new SyntaxError('not the XML of a workbook');
  };
  let depth = 0;
  let attributeCount = 0;
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > mostAttributes) refuse();
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0;
    depth += 1;
    if (depth > deepest) refuse();
    handler.open(localName(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  // entities of its own are how a small text becomes a large one
  parser.on('doctype', refuse);
  return parser;
}

/** The attribute of that name, whatever prefix it has. */
export function attribute(attributes: XmlAttributes, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
