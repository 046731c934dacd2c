import * as vscode from 'vscode';

/** How often the condition is checked. */
const step = 500;

interface Idle {
  readonly holds: () => boolean;
  /** Time that passes meanwhile does not count. */
  readonly isPaused?: () => boolean;
}

/** Waits while the condition holds, counting only time in which the window is idle: a busy machine gets longer. */
export async function idleTime(length: number, { holds, isPaused }: Idle): Promise<void> {
  for (let passed = 0; passed < length;) {
    const start = performance.now();
    await new Promise((resolve) => setTimeout(resolve, step));
    if (!holds()) return;
    // answered by VS Code's window, which also gives us the tabs
    await vscode.commands.executeCommand('setContext', 'recordbench.isAwaitingTab', true);
    if (!isPaused?.()) passed += step * (step / Math.max(step, performance.now() - start));
  }
}
