import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Journey } from './journey.ts';
import { notifications, runCommand, workbenchReady } from './workbench.ts';
import type { VsCode } from './vsCodeForTests.ts';

/** Killed processes, which stay visible for a moment. */
const killed = new Set<number>();

/** Simulates a crash: VS Code notices and restarts it. */
export function killExtensionHost(vsCode: VsCode): void {
  const hosts = extensionHosts(vsCode);
  if (hosts.length === 0) throw new Error('The extension host was not found.');
  for (const host of hosts) {
    killed.add(host);
    process.kill(host, 'SIGKILL');
  }
}

/** In tenths of a second; after that, opens the notification center to find hidden notifications. */
const turnsPerCheck = 100;

/** On a busy machine, VS Code gives up without a word if it takes two seconds to learn how the process ended. */
const turnsUntilReload = 250;

/** VS Code restarts it automatically three times in five minutes; after that it asks, and the user confirms. */
export async function extensionHostComesBack({ page, vsCode }: Journey): Promise<void> {
  const restart = restartOffer(page);
  for (let turn = 1; turn <= 600; turn++) {
    if (turn % turnsPerCheck === 0) await runCommand(page, 'Notifications: Show Notifications');
    if (turn % turnsUntilReload === 0) {
      await page.reload();
      await workbenchReady(page);
    }
    if (await restart.isVisible()) {
      await page.waitForTimeout(500); // wait for the slide-in animation
      await restart.click();
    }
    if (extensionHosts(vsCode).length > 0) return;
    await page.waitForTimeout(100);
  }
  throw new Error('VS Code did not start its extension host again.');
}

/** The extension hosts, and what extensions have started. */
export function extensionProcesses(vsCode: VsCode): readonly number[] {
  const all = processes();
  return extensionHosts(vsCode, all).flatMap((host) => [host, ...below(host, all).map(({ pid }) => pid)]);
}

/** Whether they end by themselves. */
export async function processesEnd(ids: readonly number[]): Promise<boolean> {
  for (let turn = 0; turn < 100; turn++) {
    if (!processes().some(({ pid }) => ids.includes(pid))) return true;
    await pause(100);
  }
  return false;
}

function restartOffer(page: Page): ReturnType<Page['locator']> {
  return notifications(page).getByRole('button', { name: 'Restart Remote Extension Host' }).first();
}

function extensionHosts({ pid }: VsCode, all = processes()): number[] {
  const isAlive = (one: Process): boolean => one.args.includes('--type=extensionHost') && !killed.has(one.pid);
  return below(pid, all).flatMap((one) => (isAlive(one) ? [one.pid] : []));
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

function below(ancestor: number, all: readonly Process[]): readonly Process[] {
  return all.filter(({ parent }) => parent === ancestor).flatMap((child) => [child, ...below(child.pid, all)]);
}

/** All running processes, without zombies. */
function processes(): readonly Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, own, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return own === undefined || args.includes('<defunct>') ? [] : [{ pid: Number(own), parent: Number(parent), args }];
  });
}
