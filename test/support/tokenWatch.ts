import { existsSync } from 'node:fs';
import path from 'node:path';
import { noteOutcome } from '../faults/outcomes.ts';
import { filesWithToken, holdsToken, processesWithToken, tokensReceived } from './markedToken.ts';

/** Looks for tokens where there must be none, until it is ended. */
export class TokenWatch {
  readonly #found = new Set<string>();
  readonly #receivedBefore = tokensReceived();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    // a process may be short-lived
    this.#timer = setInterval(() => this.#look(), 1_000).unref();
  }

  /**
   * Also searches a folder and the output, and adds what was found elsewhere; throws if a token was found anywhere.
   * Passes only for a window that used a token: a test service received it, the demo ran, or the caller knows.
   */
  end(folder: string, printed: string, found: readonly string[] = [], isUsed = this.#sawToken(folder)): void {
    clearInterval(this.#timer);
    for (const place of found) this.#found.add(place);
    this.#look();
    for (const file of filesWithToken(folder)) this.#found.add(file);
    if (holdsToken(Buffer.from(printed))) this.#found.add('what VS Code printed');
    const where = [...this.#found].join(', ');
    if (isUsed || where !== '')
      noteOutcome('secrets: a window used with marked tokens', 1, where === '' ? 'found nowhere' : `FOUND in ${where}`);
    if (this.#found.size > 0) throw new Error(`A token stands in ${where}.`);
  }

  #sawToken(folder: string): boolean {
    const demo = path.join(folder, 'User/globalStorage/recordbench.recordbench/demo');
    return tokensReceived() > this.#receivedBefore || existsSync(demo);
  }

  #look(): void {
    for (const one of processesWithToken()) this.#found.add(one);
  }
}
