import { execFileSync } from 'node:child_process';
import type { VsCode } from './vsCodeForTests.ts';

/** As when it crashes: VS Code notices, and starts it again. */
export function killExtensionHost({ pid }: VsCode): void {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const all = lines.flatMap((line) => {
    const [, own, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return own === undefined ? [] : [{ pid: Number(own), parent: Number(parent), args }];
  });
  const below = (ancestor: number): typeof all =>
    all.filter(({ parent }) => parent === ancestor).flatMap((child) => [child, ...below(child.pid)]);
  const hosts = below(pid).filter(({ args }) => args.includes('--type=extensionHost'));
  if (hosts.length === 0) throw new Error('The extension host was not found.');
  for (const host of hosts) process.kill(host.pid, 'SIGKILL');
}
