import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { contextKeys } from '../manifest.ts';

/** The filter of the Records view: the tree shows less, the view says so, and a button takes it back. */
export class TreeFilter {
  readonly #apply: (text: string) => void;
  readonly #view: { message?: string | undefined };
  #text = '';

  constructor(view: { message?: string | undefined }, apply: (text: string) => void) {
    this.#view = view;
    this.#apply = apply;
  }

  get text(): string {
    return this.#text;
  }

  set(typed: string): void {
    const text = typed.trim();
    if (text === this.#text) return;
    this.#text = text;
    this.#view.message = text === '' ? undefined : t('Filter: {0}', text);
    void vscode.commands.executeCommand('setContext', contextKeys.filtered, text !== '');
    this.#apply(text);
  }
}
