import { isBuiltin } from 'node:module';
import { once } from 'node:events';
import { CliProblem } from '../cliProblem.ts';
import { command, type Context } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';

export const demo = command({
  operands: '',
  about: `Runs the demo service on this computer until it is interrupted, and prints its address and a token.
Its records are sample data in memory; changes are lost when it ends.`,
  options: {
    port: { type: 'string', value: 'N', about: 'Port to listen on (default: any free port)' },
    records: { type: 'string', value: 'N', about: 'Number of leads (default: 5000)' },
  },
  examples: ['recordbench demo --port 8080', 'recordbench demo --json --records 100 > demo.json &'],
  async run({ port, records }, _, { terminal, signal, knownSecrets }: Context) {
    if (!isBuiltin('node:sqlite'))
      throw new CliProblem(
        'Could not start the demo: this version of Node does not include SQLite. Use Node 22.19 or later.',
      );
    hideExperimentalWarnings();
    const [{ startService }, { StartFailure }] = await Promise.all([
      import('../../demo/service.ts'),
      import('../../demo/problems.ts'),
    ]);
    const options = { ...numberOf('port', port, 65_535), ...numberOf('records', records, 100_000) };
    const onProgress = (done: number, total: number): void => terminal.progress(`${done} of ${total} records`);
    const service = await startService({ ...options, signal, onProgress }).catch((error: unknown) => {
      throw error instanceof StartFailure ? new CliProblem(error.message, { cause: error }) : error;
    });
    const { url, tokens } = service;
    knownSecrets.add(tokens.admin);
    return {
      exit: exitCodes.done,
      document: { url, token: tokens.admin, tokens: { ...tokens } },
      lines: [`Address: ${url}`, `Token: ${tokens.admin}`],
      afterwards: async () => {
        terminal.note('The demo runs until you press Ctrl+C.');
        if (!signal.aborted) await once(signal, 'abort');
        await service.close();
      },
    };
  },
});

function numberOf<K extends string>(name: K, text: string | undefined, max: number): { [name in K]?: number } {
  if (text === undefined) return {};
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw new CliProblem(`Could not use --${name}: it must be a whole number from 0 to ${max}.`);
  return { [name]: Number(text) } as Record<K, number>;
}

/** Node 22 prints one about SQLite, which is only noise for users of the demo. */
function hideExperimentalWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
}
