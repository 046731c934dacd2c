import * as vscode from 'vscode';
import { plainLines, plainSentence, plainStatus } from './plainText.ts';

/** Part of the gateway to VS Code's own UI (see `notifications.ts`): text in the status bar. */

interface StatusLine extends Pick<vscode.StatusBarItem, 'backgroundColor' | 'color' | 'command'> {
  readonly icon: string;
  readonly text: string;
  /** One entry per line. */
  readonly tooltip: readonly (string | undefined)[];
  /** Screen reader label. */
  readonly spoken: string;
}

/** A button at the left of the status bar. Sends VS Code only what differs: a bulk run updates it for each record. */
export class StatusItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  #shown: string | undefined;

  constructor(id: string, name: string, priority: number) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.#item.name = name;
  }

  /** Undefined hides it. */
  show(line?: StatusLine): void {
    const now = JSON.stringify(line);
    if (now === this.#shown) return;
    this.#shown = now;
    if (!line) return this.#item.hide();
    const { icon, text, tooltip, spoken, ...look } = line;
    Object.assign(this.#item, look, {
      text: `$(${icon}) ${plainStatus(text)}`,
      tooltip: plainLines(tooltip),
      accessibilityInformation: { label: plainSentence(spoken), role: 'button' },
    });
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
