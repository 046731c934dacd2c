import { type JsonFault, type JsonListener, type JsonStep, type TextSpan, walkJson } from './jsonText.ts';

/** Why a text is no JSON, and where: lines are counted from 1, as people do. */
export interface JsonProblem extends JsonFault {
  readonly line: number;
}

/** Where a value stands in a text, and the key before it, quotes included. A list's items have no key. */
export interface JsonPlace {
  readonly key?: TextSpan;
  readonly value: TextSpan;
}

/** Undefined for a text that is JSON. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const fault = walkJson(text, { begin: () => undefined, end: () => undefined });
  return fault && { ...fault, line: lineAt(text, fault.offset) };
}

/**
 * The place that a path of keys and item numbers leads to. Of a key that is there twice the last counts, as it does
 * in `JSON.parse`. In a broken text what stands whole before the break is found.
 */
export function jsonPlace(text: string, path: readonly (string | number)[]): JsonPlace | undefined {
  const finder = new PlaceFinder(text, path.map(String));
  walkJson(text, finder);
  return finder.found;
}

class PlaceFinder implements JsonListener {
  readonly #text: string;
  readonly #path: readonly string[];
  /** The depth of the innermost open value on the path. */
  #reached = -1;
  #key: TextSpan | undefined;
  found: JsonPlace | undefined;

  constructor(text: string, path: readonly string[]) {
    this.#text = text;
    this.#path = path;
  }

  begin(step: JsonStep | undefined, depth: number): void {
    if (this.#reached !== depth - 1) return;
    if (step !== undefined && !this.#leads(step, depth)) return;
    this.#reached = depth;
    this.#key = step !== undefined && 'key' in step ? step.key : undefined;
    // a key that comes again replaces all that stood under it
    this.found = undefined;
  }

  end(depth: number, value: TextSpan): void {
    if (this.#reached !== depth) return;
    if (depth === this.#path.length) this.found = this.#key ? { key: this.#key, value } : { value };
    this.#reached = depth - 1;
  }

  #leads(step: JsonStep, depth: number): boolean {
    const wanted = this.#path[depth - 1];
    if ('index' in step) return String(step.index) === wanted;
    return JSON.parse(this.#text.slice(step.key.start, step.key.end)) === wanted;
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
