import { StartedProcess } from './startedProcess.ts';

/** Runs npm with this Node, not the machine's. Returns the exit code; npm's output goes to the log file. */
export async function npm(args: readonly string[], cwd: string, log: string): Promise<number> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const cli = process.env['npm_execpath'];
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return await new StartedProcess(command, [...first, ...args, ...quiet], { cwd, log }).finished();
}
