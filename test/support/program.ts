import { constants } from 'node:os';
import { SetupError } from './setupError.ts';

type CleanUp = () => Promise<void>;

const cleanUps = new Set<CleanUp>();

/** Runs `cleanUp` when the program ends, also by Ctrl+C. Answers a function that runs it earlier, once. */
export function atEnd(cleanUp: CleanUp): CleanUp {
  cleanUps.add(cleanUp);
  return async () => {
    if (cleanUps.delete(cleanUp)) await cleanUp();
  };
}

/** The newest first: what was started last may stand on what was started before it. */
async function cleanUpAll(): Promise<void> {
  for (const cleanUp of [...cleanUps].toReversed()) {
    cleanUps.delete(cleanUp);
    await cleanUp().catch((error: unknown) => console.error(error));
  }
}

/** The main function of a command: ends what was started, whichever way it ends, and shows a SetupError as a sentence. */
export async function program(main: () => Promise<number>): Promise<never> {
  let ending: Promise<never> | undefined;
  const end = (code: number): Promise<never> => (ending ??= cleanUpAll().then(() => process.exit(code)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end(128 + constants.signals[signal]));
  }
  endWithParent(() => void end(1));
  try {
    const code = await main();
    return await end(code);
  } catch (error) {
    if (!ending) console.error(error instanceof SetupError ? `\n${error.message}` : error);
    return await end(1);
  }
}

/** npm puts a shell between itself and this program. When npm is told to end, only the shell hears of it, and goes. */
function endWithParent(end: () => void): void {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return;
  const parent = process.ppid;
  // the loss of a parent gives no event
  setInterval(() => process.ppid !== parent && end(), 500).unref();
}
