import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** VS Code calls this in its extension host: how long does each extension take to load and activate, in this order? */
export async function run(): Promise<void> {
  const order = (process.env['RECORDBENCH_BENCH_ORDER'] ?? '').split(',');
  const taken: Record<string, number> = {};
  for (const id of order) {
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive) throw new Error(`${id} is not there, or was active before it was asked for.`);
    const start = performance.now();
    await extension.activate();
    taken[id] = performance.now() - start;
  }
  writeFileSync(process.env['RECORDBENCH_BENCH_RESULT'] ?? '', JSON.stringify(taken));
}
