import { noteOutcome } from '../faults/outcomes.ts';
import { filesWithToken, holdsToken, processesWithToken } from './markedToken.ts';

/** Looks out for tokens where there must be none, from now on until it is ended. */
export class TokenWatch {
  readonly #found = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    // a process may be there for a moment only
    this.#timer = setInterval(() => this.#look(), 1_000).unref();
  }

  /** Also looks through a folder and what was printed, and takes what was found elsewhere; throws when a token was anywhere. */
  end(folder: string, printed: string, found: readonly string[] = []): void {
    clearInterval(this.#timer);
    for (const place of found) this.#found.add(place);
    this.#look();
    for (const file of filesWithToken(folder)) this.#found.add(file);
    if (holdsToken(Buffer.from(printed))) this.#found.add('what VS Code printed');
    const where = [...this.#found].join(', ');
    noteOutcome('secrets: a window used with marked tokens', 1, where === '' ? 'found nowhere' : `FOUND in ${where}`);
    if (this.#found.size > 0) throw new Error(`A token stands in ${where}.`);
  }

  #look(): void {
    for (const one of processesWithToken()) this.#found.add(one);
  }
}
