import * as vscode from 'vscode';

/** How often is looked whether it still holds. */
const step = 500;

interface Idle {
  readonly holds: () => boolean;
  /** What passes then does not count. */
  readonly isPaused?: () => boolean;
}

/** Waits so long while that holds, in time in which the window is idle: on a busy machine all takes longer. */
export async function idleTime(length: number, { holds, isPaused }: Idle): Promise<void> {
  for (let passed = 0; passed < length;) {
    const start = performance.now();
    await new Promise((resolve) => setTimeout(resolve, step));
    if (!holds()) return;
    // answered by VS Code's window, which is also who gives us tabs
    await vscode.commands.executeCommand('setContext', 'recordbench.isAwaitingTab', true);
    if (!isPaused?.()) passed += step * (step / Math.max(step, performance.now() - start));
  }
}
