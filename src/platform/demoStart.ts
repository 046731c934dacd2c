import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import { startsDemoByItself } from './settings.ts';
import type { Memento } from '../services/remembered/memento.ts';
import type { Demo } from '../services/demo/demo.ts';

const key = 'demo.wanted';

/** Whether the demo also starts in the next window. */
export class DemoAutoStart {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  isWanted(): boolean {
    return (this.#state.get(key) as boolean | undefined) ?? startsDemoByItself();
  }

  async remember(isWanted: boolean): Promise<void> {
    await this.#state.update(key, isWanted);
  }
}

/** Updates the context key so that menus offer Start when the demo is stopped, and Stop when it runs or is starting. */
export function syncDemoContextKey(demo: Demo): { dispose(): void } {
  const update = (): void => void vscode.commands.executeCommand('setContext', contextKeys.demoRunning, demo.isRunning);
  update();
  return demo.onDidChange(update);
}
