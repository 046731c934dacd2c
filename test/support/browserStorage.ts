import { readFileSync } from 'node:fs';
import type { Browser, Frame } from 'playwright-core';
import { holdsToken } from './markedToken.ts';
import { inProject } from './projectPaths.ts';

interface Kept {
  readonly where: string;
  readonly text: string;
}

const script = readFileSync(inProject('test/support/storedInPage.js'), 'utf8');

/** Timeout: a frame that is being removed never responds. */
const timeoutMs = 10_000;
const maxAttempts = 3;

/**
 * Finds tokens in browser storage, frame URLs and cookies. Includes VS Code's secret storage: in a browser that is the
 * entry `secrets.provider` in local storage, which is encrypted, so no token may be readable there either.
 */
export async function tokensInBrowser(browser: Browser): Promise<string[]> {
  const kept: Kept[] = [];
  for (const context of browser.contexts()) {
    kept.push({ where: 'a cookie', text: JSON.stringify(await context.cookies()) });
    const frames = context.pages().flatMap((page) => page.frames());
    const known = new Set<string>();
    for (const frame of frames) {
      const url = frame.url();
      kept.push({ where: 'the address of a page', text: url });
      const origin = URL.parse(url)?.origin ?? url;
      kept.push(...(await keptIn(frame, known.has(origin))));
      known.add(origin);
    }
  }
  return [...new Set(kept.filter(({ text }) => holdsToken(Buffer.from(text))).map(({ where }) => where))];
}

/** A closed frame stores nothing; one that is loading is retried; any other must respond. */
async function keptIn(frame: Frame, isKnown: boolean): Promise<Kept[]> {
  for (let turn = 1; ; turn++) {
    try {
      return await inTime(frame.evaluate<Kept[]>(`${script}\nglobalThis.storedInPage(${isKnown})`));
    } catch (error) {
      if (frame.isDetached()) return [];
      if (turn === maxAttempts)
        throw new Error(`Could not look for tokens in ${frame.url()}: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
