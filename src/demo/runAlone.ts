import { help, parseCommandLine } from './commandLine.ts';
import { startService } from './service.ts';
import { StartFailure } from './startFailure.ts';

/** From the command line: says in plain lines what is going on, and ends on Ctrl+C. */
export async function runAlone(args: readonly string[]): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const options = parseCommandLine(args);
    if (!options) {
      console.log(help);
      return;
    }
    const service = await startService({ ...options, onProgress: progressLines(), signal: ending.signal });
    console.log(`The record service listens on ${service.url}`);
    for (const [user, token] of Object.entries(service.tokens)) console.log(`Token of ${user}: ${token}`);
    ending.signal.addEventListener('abort', () => void service.close());
    if (ending.signal.aborted) await service.close();
  } catch (error) {
    if (ending.signal.aborted) return;
    console.error(error instanceof StartFailure ? error.message : error);
    process.exitCode = 1;
  }
}

const pause = 1000;

/** A line now and then, not for every step. */
function progressLines(): (done: number, total: number) => void {
  let last = Date.now();
  return (done, total) => {
    if (Date.now() - last < pause) return;
    last = Date.now();
    console.log(`Making records: ${Math.floor((done / Math.max(total, 1)) * 100)} %`);
  };
}
