import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import type { DemoStartOptions, DemoProcessMessage, DemoStartMessage } from '../model/demoMessages.ts';
import { StartFailure } from './problems.ts';
import { startService, type RunningService } from './service.ts';

export const help = `Runs the embedded record service on 127.0.0.1.

  --port <n>      the port to listen on; 0, the default, lets the system choose
  --db <file>     where records are kept; without it they are gone at the end
  --records <n>   how many leads there are to be; 5000 by default
  --seed <n>      another seed makes other records; 1 by default
  --helps         anyone may sign up, and answers also carry what the interface does not show
  --help          shows this

Ctrl+C ends it.`;

/** Answers undefined when help was asked for. */
export function parseCommandLine(args: readonly string[]): DemoStartOptions | undefined {
  const { values } = parsed(args);
  if (values.help) return undefined;
  return {
    ...(values.db === undefined ? {} : { db: values.db }),
    ...number('port', values.port, 65_535),
    ...number('records', values.records, 10_000_000),
    ...number('seed', values.seed, 2_147_483_647),
    ...(values.helps ? { helps: true } : {}),
  };
}

function parsed(args: readonly string[]): {
  values: Partial<Record<'port' | 'db' | 'records' | 'seed', string>> & { help?: boolean; helps?: boolean };
} {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        db: text,
        records: text,
        seed: text,
        helps: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node's sentence goes on about positional arguments; its first one says it all.
    const first = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new StartFailure(`${first}. --help shows what there is.`, error);
  }
}

function number<K extends string>(name: K, text: string | undefined, most: number): { [name in K]?: number } {
  if (text === undefined) return {};
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new StartFailure(`--${name} must be a whole number from 0 to ${most}, not "${text}".`);
  return { [name]: Number(text) } as Record<K, number>;
}

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

/** As a child of the extension: told over the channel what to do, and gone when the channel is. Prints nothing. */
export function runForExtension(channel: NodeJS.Process): void {
  const ending = new AbortController();
  let started: Promise<RunningService | undefined> = Promise.resolve(undefined);
  const end = async (): Promise<void> => {
    ending.abort();
    // A start that is under way stops at its next step and takes its unfinished file away.
    const service = await started;
    await service?.close();
    channel.exit(0);
  };
  for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) channel.once(event, () => void end());
  channel.once('message', (message: DemoStartMessage) => {
    started = start(message, ending.signal, (answer) => {
      if (channel.connected) channel.send?.(answer);
    });
  });
}

async function start(
  message: DemoStartMessage,
  signal: AbortSignal,
  say: (answer: DemoProcessMessage) => void,
): Promise<RunningService | undefined> {
  try {
    const onProgress = (done: number, total: number): void => say({ type: 'progress', done, total });
    const service = await startService({ ...message.options, onProgress, signal });
    say({ type: 'ready', url: service.url, port: service.port });
    return service;
  } catch (error) {
    // Only our own sentences: whatever else went wrong might quote what it was given.
    const known = error instanceof StartFailure ? error : undefined;
    const sentence = known?.why ?? 'The record service could not start.';
    if (!signal.aborted) say({ type: 'failed', message: sentence, isInUse: known?.isInUse ?? false });
    return undefined;
  }
}

// Bundled, this file is also what the worker that makes the search runs; there, that is all it is to do.
if (isMainThread) {
  if (process.send) runForExtension(process);
  else await runAlone(process.argv.slice(2));
}
