import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';
import { startsDemoByItself } from './settings.ts';
import type { Memento } from '../services/remembered/memento.ts';
import type { Demo } from '../services/demo/demo.ts';

const key = 'demo.wanted';

/** Whether the demo is to be there in the next window too. */
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

/** Lets menus offer what fits: start what is stopped, stop what runs or is about to. */
export function syncDemoContextKey(demo: Demo): { dispose(): void } {
  const tell = (): void => void vscode.commands.executeCommand('setContext', contextKeys.demoRunning, demo.isRunning);
  tell();
  return demo.onDidChange(tell);
}
