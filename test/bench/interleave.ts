/** Fewer turns for a quick, rough result. */
export const isQuick = (): boolean => process.env['RECORDBENCH_BENCH_QUICK'] !== undefined;
const fewer = (turns: number): number => (isQuick() ? Math.ceil(turns / 3) : turns);

export interface Compared {
  /** Median of the ratios of neighboring turns. */
  readonly ratio: number;
  /** Interquartile range of those ratios. */
  readonly spread: number;
  /** Median of each side. */
  readonly ours: number;
  readonly theirs: number;
}

/**
 * Runs two functions in turns and compares adjacent runs, so that other load on the machine affects both alike. The
 * order alternates: the second of a pair pays for the first one's garbage.
 */
export function interleave(ours: () => unknown, theirs: () => unknown, turns = 101, warmUp = 20): Compared {
  const time = (run: () => unknown): number => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const taken: [number, number][] = [];
  for (let turn = 0; turn < fewer(turns) + warmUp; turn++) {
    const first = turn % 2 === 0;
    const a = time(first ? ours : theirs);
    const b = time(first ? theirs : ours);
    if (turn >= warmUp) taken.push(first ? [a, b] : [b, a]);
  }
  return compared(taken);
}

/** Same for async functions that report their own cost. */
export async function alternate(
  ours: (turn: number) => Promise<number>,
  theirs: (turn: number) => Promise<number>,
  turns: number,
  warmUp: number,
): Promise<Compared> {
  return compared(await inTurns([ours, theirs], turns, warmUp));
}

/** Same for any number of functions. Returns their results by turn, in the order of the functions. */
export async function inTurns<T>(
  things: readonly ((turn: number) => Promise<T>)[],
  turns: number,
  warmUp: number,
): Promise<T[][]> {
  const taken: T[][] = [];
  const places = [...things.keys()];
  for (let turn = 0; turn < fewer(turns) + warmUp; turn++) {
    const begin = Math.floor(turn / 2) % things.length;
    const order = [...places.slice(begin), ...places.slice(0, begin)];
    const said: T[] = [];
    for (const place of turn % 2 === 0 ? order : order.toReversed()) said[place] = await things[place]!(turn);
    if (turn >= warmUp) taken.push(said);
  }
  return taken;
}

/** The first of every turn is ours, the second theirs. */
export function compared(taken: readonly (readonly number[])[]): Compared {
  const ours = taken.map(([one]) => one!);
  const theirs = taken.map(([, other]) => other!);
  const ratios = taken.map(([one, other]) => one! / other!);
  return {
    ratio: quantile(ratios, 0.5),
    spread: quantile(ratios, 0.75) - quantile(ratios, 0.25),
    ours: quantile(ours, 0.5),
    theirs: quantile(theirs, 0.5),
  };
}

export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] ?? Number.NaN;
}
