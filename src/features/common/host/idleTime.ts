import * as vscode from 'vscode';

/** Interval of the checks, in milliseconds. */
const step = 500;

interface Idle {
  readonly holds: () => boolean;
  /** Time doesn't count while paused. */
  readonly isPaused?: () => boolean;
}

/** Waits while the condition holds, counting only time in which the window is idle: a busy machine gets longer. */
export async function idleTime(length: number, { holds, isPaused }: Idle): Promise<void> {
  for (let passed = 0; passed < length;) {
    const start = performance.now();
    await new Promise((resolve) => setTimeout(resolve, step));
    if (!holds()) return;
    // round trip to VS Code's window, which also provides the tabs
    await vscode.commands.executeCommand('setContext', 'recordbench.isAwaitingTab', true);
    if (!isPaused?.()) passed += step * (step / Math.max(step, performance.now() - start));
  }
}
