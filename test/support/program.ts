import { constants } from 'node:os';
import { SetupError } from './setupError.ts';

type CleanUp = () => Promise<void>;

const cleanUps = new Set<CleanUp>();

/** Runs `cleanUp` when the program ends, also on Ctrl+C. Returns a function that runs it earlier, once. */
export function atEnd(cleanUp: CleanUp): CleanUp {
  cleanUps.add(cleanUp);
  return async () => {
    if (cleanUps.delete(cleanUp)) await cleanUp();
  };
}

/** Newest first, since later things may depend on earlier ones. */
async function cleanUpAll(): Promise<void> {
  for (const cleanUp of [...cleanUps].toReversed()) {
    cleanUps.delete(cleanUp);
    await cleanUp().catch((error: unknown) => console.error(error));
  }
}

/**
 * Main function of a command: cleans up however it ends, and shows a SetupError as a message without a stack. The signal
 * is aborted when cleaning up begins.
 */
export async function program(main: (ending: AbortSignal) => Promise<number>): Promise<never> {
  let ending: Promise<never> | undefined;
  const controller = new AbortController();
  const end = (code: number): Promise<never> => {
    controller.abort();
    return (ending ??= cleanUpAll().then(() => process.exit(code)));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end(128 + constants.signals[signal]));
  }
  endWithParent(() => void end(1));
  try {
    const code = await main(controller.signal);
    return await end(code);
  } catch (error) {
    if (!ending) console.error(error instanceof SetupError ? `\n${error.message}` : error);
    return await end(1);
  }
}

/** npm runs this program through a shell. When npm is terminated, only the shell gets the signal and exits. */
function endWithParent(end: () => void): void {
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return;
  const parent = process.ppid;
  // losing the parent process fires no event
  setInterval(() => process.ppid !== parent && end(), 500).unref();
}
