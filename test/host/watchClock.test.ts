import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { numberSettings } from '../../src/model/numberSetting.ts';
import { startPolling } from '../../src/platform/watchClock.ts';

interface WatchedWindow {
  readonly focus: (isFocused: boolean) => void;
  readonly wait: (ms: number) => void;
  readonly add: () => void;
}

describe('watch timer', () => {
  const interval = numberSettings.watchSeconds.usual * 1_000;

  /** Runs in one turn of the event loop, so that VS Code itself never sees the fake clock. */
  function watched(act: (window: WatchedWindow) => void, isOnInBackground = false): string[] {
    const looks: string[] = [];
    const state = new vscode.EventEmitter<vscode.WindowState>();
    const list = new vscode.EventEmitter<void>();
    const original = Object.getOwnPropertyDescriptors(vscode.window);
    let focused = true;
    Object.defineProperty(vscode.window, 'state', { configurable: true, get: () => ({ focused, active: focused }) });
    Object.defineProperty(vscode.window, 'onDidChangeWindowState', { configurable: true, value: state.event });
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 });
    const clock = startPolling(
      { checkAll: async (_, which = 'all') => void looks.push(which) },
      list.event,
      () => isOnInBackground,
    );
    try {
      act({
        focus: (isFocused) => {
          focused = isFocused;
          state.fire({ focused, active: focused });
        },
        wait: (ms) => mock.timers.tick(ms),
        add: () => list.fire(),
      });
    } finally {
      clock.dispose();
      mock.timers.reset();
      for (const name of ['state', 'onDidChangeWindowState'] as const)
        Object.defineProperty(vscode.window, name, original[name]);
    }
    return looks;
  }

  it('checks unseen items at startup and when something is added', () => {
    assert.deepEqual(
      watched(({ add }) => add()),
      ['unseen', 'unseen'],
    );
  });

  it('checks everything at each interval', () => {
    assert.deepEqual(
      watched(({ wait }) => {
        wait(interval - 1);
        wait(1);
        wait(interval);
      }),
      ['unseen', 'all', 'all'],
    );
  });

  it('pauses while the window is in the background, and checks as soon as it is focused', () => {
    const away = watched(({ focus, wait }) => {
      focus(false);
      wait(3 * interval);
    });
    assert.deepEqual(away, ['unseen']);
    const back = watched(({ focus, wait }) => {
      wait(interval);
      focus(false);
      wait(3 * interval);
      focus(true);
      focus(true);
    });
    assert.deepEqual(back, ['unseen', 'all', 'all']);
  });

  it('continues in the background if the setting is on', () => {
    const away = watched(({ focus, wait }) => {
      focus(false);
      wait(2 * interval);
    }, true);
    assert.deepEqual(away, ['unseen', 'all', 'all']);
  });
});
