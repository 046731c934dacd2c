import { parseArgs } from 'node:util';
import { StartFailure } from '../../src/demo/problems.ts';
import { startService } from '../../src/demo/service.ts';
import type { DemoStartOptions } from '../../src/model/demoMessages.ts';

const help = `Runs the embedded record service on 127.0.0.1.

  --port <n>      the port to listen on; 0, the default, lets the system choose
  --db <file>     where records are kept; without it they are gone at the end
  --records <n>   how many leads there are to be; 5000 by default
  --seed <n>      another seed makes other records; 1 by default
  --helps         anyone may sign up, and answers also carry what the interface does not show
  --help          shows this

Press Ctrl+C to stop.`;

/** Returns undefined if help was requested. */
function parseCommandLine(args: readonly string[]): DemoStartOptions | undefined {
  const { values } = parsed(args);
  if (values.help) return undefined;
  return {
    ...(values.db === undefined ? {} : { db: values.db }),
    ...number('port', values.port, 65_535),
    ...number('records', values.records, 100_000),
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
    // Node's message goes on about positional arguments; its first sentence is enough.
    const first = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new StartFailure(`${first}. --help shows what there is.`, error);
  }
}

function number<K extends string>(name: K, text: string | undefined, max: number): { [name in K]?: number } {
  if (text === undefined) return {};
  if (!/^\d+$/.test(text) || Number(text) > max)
    throw new StartFailure(`--${name} must be a whole number from 0 to ${max}, not "${text}".`);
  return { [name]: Number(text) } as Record<K, number>;
}

async function runAlone(args: readonly string[]): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    const options = parseCommandLine(args);
    if (!options) {
      console.log(help);
      return;
    }
    const service = await startService({ ...options, signal: ending.signal });
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

await runAlone(process.argv.slice(2));
