import { CharBase, CharSet, type Concatenation, type Element, JS } from 'refa';

/** A position in an expression that consumes one character, and the characters that match there. */
class Position {
  readonly letters: CharSet;
  /** Positions that may follow, with the number of ways to get there without consuming a character. */
  readonly next = new Map<Position, number>();
  /** The characters consumed so far are a match whatever follows, so there is no backtracking beyond this point. */
  isMatch = false;
  /** The same as `letters`, as numbers. */
  kinds: ReadonlySet<number> = new Set();

  constructor(letters: CharSet) {
    this.letters = letters;
  }
}

/** Whether a part can match the empty string: an assertion such as `$` may or may not. */
type Emptiness = 'never' | 'perhaps' | 'always';

interface Part {
  readonly first: readonly Position[];
  /** Positions that may end the part, and whether it always ends there. */
  readonly last: ReadonlyMap<Position, boolean>;
  readonly emptiness: Emptiness;
}

const nothing: Part = { first: [], last: new Map(), emptiness: 'always' };

/** More repetitions than this count as unbounded: a hundred attempts per character are too many as well. */
const maxCopies = 64;

/** The positions of one expression, as in Glushkov's automaton. */
class Positions {
  readonly all: Position[] = [];

  oneOf(alternatives: readonly Concatenation[]): Part {
    const parts = alternatives.map(({ elements }) => this.sequence(elements));
    const order: readonly Emptiness[] = ['never', 'perhaps', 'always'];
    return {
      first: parts.flatMap(({ first }) => first),
      last: new Map(parts.flatMap(({ last }) => [...last])),
      emptiness: order[Math.max(...parts.map(({ emptiness }) => order.indexOf(emptiness)))] ?? 'never',
    };
  }

  sequence(elements: readonly Element[]): Part {
    return elements.reduce((before, element) => this.#joined(before, this.#part(element)), nothing);
  }

  #part(element: Element): Part {
    switch (element.type) {
      case 'CharacterClass': {
        const position = new Position(element.characters);
        this.all.push(position);
        return { first: [position], last: new Map([[position, true]]), emptiness: 'never' };
      }
      case 'Alternation':
        return this.oneOf(element.alternatives);
      case 'Quantifier':
        return this.#repeated(element.alternatives, element.min, element.max);
      case 'Assertion': {
        if (element.kind === 'behind') {
          if (hasLoop(element.alternatives)) throw new Error('it looks behind itself for any number of letters');
          return { ...nothing, emptiness: 'perhaps' };
        }
        // the assertion and the rest of the expression both start matching here
        const { first, last } = this.oneOf(element.alternatives);
        for (const [position, isSure] of last) position.isMatch = isSure;
        return { ...nothing, first, emptiness: 'perhaps' };
      }
      case 'Unknown':
        throw new Error('it refers back to what it took');
    }
  }

  #repeated(alternatives: readonly Concatenation[], min: number, max: number): Part {
    const once = (): Part => this.oneOf(alternatives);
    // with alternatives inside, each copy would multiply the paths
    const isAnyNumber = max > maxCopies || (max > 1 && hasChoice(alternatives));
    if (min > 1 && once().emptiness !== 'never') throw new Error('it counts what may be empty');
    const copies = Math.min(isAnyNumber ? Math.max(min - 1, 0) : min, maxCopies);
    let part = nothing;
    for (let turn = 0; turn < copies; turn++) part = this.#joined(part, once());
    if (isAnyNumber) return this.#joined(part, this.#looped(once(), min === 0));
    return this.#joined(part, this.#upTo(once, max - copies));
  }

  #looped(part: Part, canBeEmpty: boolean): Part {
    this.connect(part.last, part.first);
    return { ...part, emptiness: canBeEmpty ? 'always' : part.emptiness };
  }

  #upTo(once: () => Part, max: number): Part {
    if (max <= 0) return nothing;
    return { ...this.#joined(once(), this.#upTo(once, max - 1)), emptiness: 'always' };
  }

  #joined(before: Part, after: Part): Part {
    this.connect(before.last, after.first);
    const skipped = after.emptiness === 'never' ? [] : [...before.last];
    const isSure = after.emptiness === 'always';
    return {
      first: before.emptiness === 'never' ? before.first : [...before.first, ...after.first],
      last: new Map([...skipped.map(([position, was]) => [position, was && isSure] as const), ...after.last]),
      emptiness: [before.emptiness, after.emptiness].includes('never')
        ? 'never'
        : isSure
          ? before.emptiness
          : 'perhaps',
    };
  }

  connect(from: ReadonlyMap<Position, boolean>, to: readonly Position[]): void {
    for (const one of from.keys()) for (const other of to) one.next.set(other, (one.next.get(other) ?? 0) + 1);
  }
}

function hasLoop(alternatives: readonly Concatenation[]): boolean {
  return someElement(alternatives, (element) => element.type === 'Quantifier' && element.max > maxCopies);
}

function hasChoice(alternatives: readonly Concatenation[]): boolean {
  const isChoice = (element: Element): boolean =>
    (element.type === 'Quantifier' && element.max !== element.min) ||
    (element.type !== 'Assertion' && 'alternatives' in element && element.alternatives.length > 1);
  return alternatives.length > 1 || someElement(alternatives, isChoice);
}

function someElement(alternatives: readonly Concatenation[], fits: (element: Element) => boolean): boolean {
  return alternatives.some(({ elements }) =>
    elements.some((element) => fits(element) || ('alternatives' in element && someElement(element.alternatives, fits))),
  );
}

type Start = { readonly isAnchored: true } | { readonly isAnchored: false; readonly before: readonly Element[] };

/**
 * What must precede an alternative, as far as it starts with an assertion: nothing for `^`, a character for `(?<=,)`.
 */
function startsOf([first]: readonly Element[]): Start[] {
  const anywhere: Start[] = [{ isAnchored: false, before: [] }];
  if (first?.type !== 'Assertion' || first.kind === 'ahead') return anywhere;
  if (!first.negate)
    return first.alternatives.flatMap(({ elements }) =>
      startsOf(elements).map((start) => (start.isAnchored ? start : { isAnchored: false, before: elements })),
    );
  const [letter, ...more] = first.alternatives.flatMap(({ elements }) => elements);
  if (letter?.type !== 'CharacterClass' || more.length > 0) return anywhere;
  const others: Start = { isAnchored: false, before: [{ ...letter, characters: letter.characters.negate() }] };
  return letter.characters.isAll ? [{ isAnchored: true }] : [{ isAnchored: true }, others];
}

export type Growth = 'linear' | 'polynomial' | 'exponential';

/**
 * Worst-case growth of the steps that a backtracking engine (V8's) takes, relative to the text length. A step is a run
 * of the expression's automaton that consumes one more character, so the question is how many runs a text has: those
 * that start at each offset, if the expression can begin anywhere, and those that branch. Two loops of which one leads
 * into the other over the same characters have as many runs as characters (n² steps for n characters); two paths around
 * one loop double the runs with every iteration. A certain match doesn't count, because no other path is tried then.
 * Errs on the safe side: may report polynomial growth where there is none, but never linear growth where there is more.
 */
export function growthOf(source: string, flags: string): Growth {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    simplify: false,
  });
  const positions = new Positions();
  const anywhere = new Position(CharSet.all(maxCharacter));
  anywhere.next.set(anywhere, 1);
  for (const alternative of expression.alternatives) {
    const { first, last } = positions.oneOf([alternative]);
    for (const [position, isSure] of last) position.isMatch = isSure;
    for (const start of startsOf(alternative.elements)) {
      if (start.isAnchored) continue;
      const before = positions.sequence(start.before);
      positions.connect(before.last, first);
      for (const position of before.emptiness === 'never' ? before.first : [...before.first, ...first])
        anywhere.next.set(position, 1);
    }
  }
  const all = [anywhere, ...positions.all];
  const base = new CharBase(all.map(({ letters }) => letters));
  for (const position of all) position.kinds = new Set(base.split(position.letters));
  const loops = loopsOf(positions.all.filter(({ isMatch }) => !isMatch));
  if (loops.some(partsWays)) return 'exponential';
  const outer = [[anywhere], ...loopsOf(positions.all)];
  const isFollowed = outer.some((loop) => loops.some((inner) => leadsInto(loop, inner)));
  return isFollowed ? 'polynomial' : 'linear';
}

/** Positions that can reach each other and themselves. */
function loopsOf(positions: readonly Position[]): Position[][] {
  const inside = new Set(positions);
  const reached = new Map(positions.map((position) => [position, reachedFrom(position, inside)]));
  const done = new Set<Position>();
  return positions.flatMap((one) => {
    if (done.has(one) || !reached.get(one)?.has(one)) return [];
    const loop = positions.filter((other) => reached.get(one)?.has(other) && reached.get(other)?.has(one));
    for (const other of loop) done.add(other);
    return [loop];
  });
}

function reachedFrom(start: Position, inside?: ReadonlySet<Position>): Set<Position> {
  const reached = new Set<Position>();
  const waiting = [start];
  for (let one = waiting.pop(); one; one = waiting.pop())
    for (const other of one.next.keys())
      if (inside?.has(other) !== false && !reached.has(other)) {
        reached.add(other);
        waiting.push(other);
      }
  return reached;
}

type Runs = readonly Position[];

/** True if runs at `from` can reach `to` over the same characters, each within its own positions. */
function canMove(from: Runs, to: Runs, within: readonly ReadonlySet<Position>[]): boolean {
  const seen = new Map<Position, unknown>();
  const isNew = (runs: Runs): boolean => {
    let at: Map<Position, unknown> = seen;
    let isKnown = true;
    for (const run of runs) {
      isKnown &&= at.has(run);
      if (!at.has(run)) at.set(run, new Map());
      at = at.get(run) as Map<Position, unknown>;
    }
    return !isKnown;
  };
  const waiting: Runs[] = [from];
  for (let runs = waiting.pop(); runs; runs = waiting.pop())
    for (const moved of movesOf(runs, within)) {
      if (moved.every((run, index) => run === to[index])) return true;
      if (isNew(moved)) waiting.push(moved);
    }
  return false;
}

function movesOf(runs: Runs, within: readonly ReadonlySet<Position>[]): Position[][] {
  let moves: { readonly to: Position[]; readonly kinds: ReadonlySet<number> | undefined }[] = [
    { to: [], kinds: undefined },
  ];
  runs.forEach((run, index) => {
    const nexts = [...run.next.keys()].filter((next) => within[index]?.has(next));
    moves = moves.flatMap(({ to, kinds }) =>
      nexts.flatMap((next) => {
        const common = kinds ? new Set([...kinds].filter((kind) => next.kinds.has(kind))) : next.kinds;
        return common.size === 0 ? [] : [{ to: [...to, next], kinds: common }];
      }),
    );
  });
  return moves.map(({ to }) => to);
}

/** True if there are two paths around a loop over the same characters. */
function partsWays(loop: readonly Position[]): boolean {
  const inside = new Set(loop);
  const pairs = [inside, inside];
  return loop.some(
    (one) =>
      [...one.next].some(([other, ways]) => ways > 1 && inside.has(other)) ||
      loop.some((left) =>
        loop.some(
          (right) =>
            left !== right && canMove([one, one], [left, right], pairs) && canMove([left, right], [one, one], pairs),
        ),
      ),
  );
}

/** True if a path goes around one loop, from it into the other, and around that one, over the same characters. */
function leadsInto(outer: readonly Position[], inner: readonly Position[]): boolean {
  const [around, target] = [new Set(outer), new Set(inner)];
  return outer.some((one) => {
    const between = reachedFrom(one);
    return inner.some(
      (other) => one !== other && canMove([one, one, other], [one, other, other], [around, between, target]),
    );
  });
}
