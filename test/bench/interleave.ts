export interface Compared {
  /** Median of the ratios of neighbouring turns. */
  readonly ratio: number;
  /** The distance between the quartiles of those ratios. */
  readonly spread: number;
  /** The median of each. */
  readonly ours: number;
  readonly theirs: number;
}

/**
 * Runs two things in turns and compares neighbours, so that whatever else the machine does meets both alike.
 * The order changes from turn to turn: the second of a pair pays for the first one's garbage.
 */
export function interleave(ours: () => unknown, theirs: () => unknown, turns = 101, warmUp = 20): Compared {
  const time = (run: () => unknown): number => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const taken: [number, number][] = [];
  for (let turn = 0; turn < turns + warmUp; turn++) {
    const first = turn % 2 === 0;
    const a = time(first ? ours : theirs);
    const b = time(first ? theirs : ours);
    if (turn >= warmUp) taken.push(first ? [a, b] : [b, a]);
  }
  return compared(taken);
}

/** The same for what takes its time and says itself what it cost. */
export async function alternate(
  ours: (turn: number) => Promise<number>,
  theirs: (turn: number) => Promise<number>,
  turns: number,
  warmUp: number,
): Promise<Compared> {
  const taken: [number, number][] = [];
  for (let turn = 0; turn < turns + warmUp; turn++) {
    const first = turn % 2 === 0;
    const a = await (first ? ours : theirs)(turn);
    const b = await (first ? theirs : ours)(turn);
    if (turn >= warmUp) taken.push(first ? [a, b] : [b, a]);
  }
  return compared(taken);
}

function compared(taken: readonly (readonly [ours: number, theirs: number])[]): Compared {
  const ratios = taken.map(([a, b]) => a / b);
  return {
    ratio: quantile(ratios, 0.5),
    spread: quantile(ratios, 0.75) - quantile(ratios, 0.25),
    ours: quantile(
      taken.map(([a]) => a),
      0.5,
    ),
    theirs: quantile(
      taken.map(([, b]) => b),
      0.5,
    ),
  };
}

export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] ?? Number.NaN;
}
