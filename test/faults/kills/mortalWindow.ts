import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../support/projectPaths.ts';

/** Where a window finds what it is started with. */
const windowVariable = 'RECORDBENCH_WINDOW';

/**
 * Starts a window of its own process and, where a `moment` is told, which begins once it is ready, ends it then, without
 * a chance to clear up. Answers the code that it ended with; null when it was killed.
 */
export async function liveAndDie(
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

/** As `liveAndDie` started it. */
export function settingsOfWindow(): unknown {
  return JSON.parse(process.env[windowVariable] ?? '{}');
}

/** From now on it may be killed. */
export function beReady(): void {
  process.send?.('ready');
}
