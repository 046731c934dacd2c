import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { autoRefresh } from '../../src/features/table/host/tableEditor.ts';
import { settings } from '../../src/manifest.ts';
import { waitUntil } from './waitUntil.ts';

describe('auto-refresh of tables', () => {
  let timers: { readonly milliseconds: number; readonly work: () => void }[];
  let refreshed: string[];
  let isFocused: boolean;
  let ended: vscode.Disposable;

  const table = (name: string, visible: boolean): { panel: { visible: boolean }; autoRefresh(): void } => ({
    panel: { visible },
    autoRefresh: () => void refreshed.push(name),
  });
  const every = (milliseconds: number, work: () => void): (() => void) => {
    const timer = { milliseconds, work };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const set = (seconds: number | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration().update(settings.autoRefreshSeconds, seconds, vscode.ConfigurationTarget.Global);
  const runs = (...milliseconds: number[]): Promise<void> =>
    waitUntil(
      `timers of ${milliseconds.join(', ') || 'none'}`,
      () => timers.map((timer) => timer.milliseconds).join() === milliseconds.join(),
    );

  beforeEach(() => {
    timers = [];
    refreshed = [];
    isFocused = true;
    ended = autoRefresh(() => [table('seen', true), table('hidden', false)], { every, isFocused: () => isFocused });
  });

  afterEach(async () => {
    ended.dispose();
    await set(undefined);
  });

  it('runs at the configured interval, and not at all when unset', async () => {
    await runs();
    await set(30);
    await runs(30_000);
    await set(60);
    await runs(60_000);
    await set(0);
    await runs();
  });

  it('is limited to between every five seconds and once a day', async () => {
    await set(1);
    await runs(5_000);
    // a timer with a delay above its max fires immediately and repeatedly
    await set(1e9);
    await runs(86_400_000);
  });

  it('runs only for visible tables', async () => {
    await set(30);
    await runs(30_000);
    timers[0]?.work();
    assert.deepEqual(refreshed, ['seen']);
    isFocused = false;
    timers[0]?.work();
    assert.deepEqual(refreshed, ['seen']);
  });

  it('stops when the extension is deactivated', async () => {
    await set(30);
    await runs(30_000);
    ended.dispose();
    assert.deepEqual(timers, []);
  });
});
