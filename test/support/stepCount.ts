import { Session } from 'node:inspector/promises';

type Method = (this: unknown, ...args: unknown[]) => unknown;
/** Cost of a built-in call, derived from its arguments and result. */
type Cost = (self: { readonly length: number }, args: readonly unknown[], result: unknown) => number;

const whole: Cost = ({ length }) => length;
const given: Cost = (_, __, result) => (result as { readonly length: number }).length;
/**
 * The length searched, times the length of a long search term, since the engine then compares all of it at each
 * position.
 */
const looked: Cost = ({ length }, [wanted, from], result) => {
  const start = Math.max(0, Number(from) || 0);
  const letters = typeof wanted === 'string' || wanted instanceof Uint8Array ? wanted.length : 1;
  const far = typeof result === 'number' && result >= 0 ? result - start + 1 : Math.max(0, length - start);
  return letters > 100 ? far * letters : far;
};
const cut: Cost = ({ length }, _, result) => length - (result as string).length;

const costs: readonly (readonly [owner: object, cost: Cost, names: string])[] = [
  [String.prototype, looked, 'indexOf lastIndexOf includes'],
  [String.prototype, whole, 'split replace replaceAll match normalize toLowerCase toUpperCase'],
  [String.prototype, cut, 'trim trimStart trimEnd'],
  [String.prototype, given, 'repeat padStart padEnd'],
  [Array.prototype, looked, 'indexOf lastIndexOf'],
  [Array.prototype, whole, 'includes shift unshift splice join toSorted toReversed sort'],
  [Array.prototype, given, 'concat slice flat'],
  [Buffer, given, 'concat'],
  [Buffer.prototype, looked, 'indexOf includes'],
  [Buffer.prototype, whole, 'toString'],
  [Object, given, 'keys values entries'],
];

/**
 * Counts the steps that work takes, the same on every computer: how many times each basic block ran, in our code and in
 * libraries, and how many elements the built-in looping methods visited. A regular expression counts as the text it
 * scanned; other tests show that it needs no more. Code compiled earlier isn't counted by block, so create this first,
 * in a separate thread.
 */
export class StepCounter {
  readonly #session = new Session();
  #inside = 0;

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    for (const [owner, cost, names] of costs)
      for (const name of names.split(' '))
        this.#meter(owner, name, (self, args) => (result) => cost(self as never, args, result));
    this.#meter(Array.prototype, Symbol.iterator, (self) => () => (self as unknown[]).length);
    // all searches by regular expressions go through it
    this.#meter(RegExp.prototype, 'exec', (self, [text]) => {
      const { global, sticky, lastIndex } = self as RegExp;
      const start = global || sticky ? lastIndex : 0;
      return (result) => {
        const found = result as RegExpExecArray | null;
        if (!found && sticky) return 1;
        return 1 + (found ? found.index + found[0].length : String(text).length) - start;
      };
    });
  }

  async stepsOf(work: () => unknown): Promise<number> {
    await this.#session.post('Profiler.takePreciseCoverage');
    this.#inside = 0;
    await work();
    const inside = this.#inside;
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const isCounted = (url: string): boolean => url.startsWith('file:') && url !== import.meta.url;
    return result
      .filter(({ url }) => isCounted(url))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, inside);
  }

  #meter(
    owner: object,
    name: string | symbol,
    measure: (self: unknown, args: unknown[]) => (result: unknown) => number,
  ): void {
    const original = Reflect.get(owner, name) as Method;
    const add = (steps: number): void => void (this.#inside += steps);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      const cost = measure(this, args);
      const result = original.apply(this, args);
      add(cost(result));
      return result;
    };
    Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  }
}
