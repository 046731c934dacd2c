import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../support/projectPaths.ts';

/** Environment variable with the window's start options. */
const windowVariable = 'RECORDBENCH_WINDOW';

/**
 * Starts a window in its own process. If a `moment` is given, it starts once the window is ready and then kills it
 * without cleanup. Returns the exit code; null if killed.
 */
export async function runAndKill(
  script: string,
  settings: object,
  moment: (() => Promise<unknown>) | undefined,
): Promise<number | null> {
  const window = fork(inProject('test/faults/kills', script), {
    execArgv: ['--no-warnings'],
    env: { ...process.env, [windowVariable]: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(window, 'exit') as Promise<[number | null]>;
  if (moment) {
    await Promise.race([once(window, 'message'), ended]);
    await Promise.race([moment(), ended]);
    window.kill('SIGKILL');
  }
  const [code] = await ended;
  return code;
}

/** The options passed by `liveAndDie`. */
export function settingsOfWindow(): unknown {
  return JSON.parse(process.env[windowVariable] ?? '{}');
}

/** The window may be killed from now on. */
export function signalReady(): void {
  process.send?.('ready');
}
