import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** Waits until VS Code's own extensions, which load in the same thread on startup, have finished. */
async function untilQuiet(): Promise<void> {
  const from = Date.now();
  let before = performance.eventLoopUtilization();
  for (let quiet = 0; quiet < 3 && Date.now() - from < 60_000;) {
    await new Promise((done) => setTimeout(done, 400));
    const now = performance.eventLoopUtilization();
    quiet = performance.eventLoopUtilization(now, before).utilization < 0.05 ? quiet + 1 : 0;
    before = now;
  }
}

/**
 * Called by VS Code in its extension host: measures how long each extension takes to load and activate, in this order.
 */
export async function run(): Promise<void> {
  const order = (process.env['RECORDBENCH_BENCH_ORDER'] ?? '').split(',');
  const taken: Record<string, { readonly wall: number; readonly work: number }> = {};
  for (const id of order) {
    await untilQuiet();
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive) throw new Error(`${id} is not there, or was active before it was asked for.`);
    const [start, worked] = [performance.now(), process.cpuUsage()];
    await extension.activate();
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(worked);
    taken[id] = { wall, work: (user + system) / 1000 };
  }
  writeFileSync(process.env['RECORDBENCH_BENCH_RESULT'] ?? '', JSON.stringify(taken));
}
