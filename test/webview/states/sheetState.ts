import type { Page } from 'playwright-core';
import type { ShownConnection } from '../../../src/model/connection/shownConnection.ts';
import type { Handlers, Side } from '../../../src/features/common/channel.ts';
import { type Direction, pseudo } from '../../support/pseudoWords.ts';
import { readTexts } from '../../support/sentences.ts';
import { actAsHost } from '../openedPage.ts';
import type { ThemeName } from '../themes.ts';
import type { Pages } from '../webviewPage.ts';

/** The normal state, and those that are often forgotten. */
export type StateName =
  | 'as usual'
  | 'nothing'
  | 'one'
  | 'very many'
  | 'very long'
  | 'right to left'
  | 'loading'
  | 'service gone'
  | 'may not'
  | 'refused'
  | 'conflict';

/** A page in a state that a user may encounter. */
export interface SheetState {
  readonly page: string;
  readonly state: StateName;
  /** Which part of the page is open, if that isn't obvious: its menu, the second of its steps. */
  readonly part?: string;
  /** Shows it in an empty window. */
  readonly show: (view: SheetView) => Promise<void>;
}

export function titleOf({ page, state, part }: SheetState): string {
  return [page, state, ...(part === undefined ? [] : [part])].join(', ');
}

/** Fixed current time, so that runs on different days match. */
export const now = Date.UTC(2026, 2, 12, 10, 20);

export const hebrewName = 'מיכל בן־דוד (Michal) 17';
export const arabicName = 'القاهرة، مصر 2026';
export const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle';
export const longSentence = `The municipality of ${longWord} and its surroundings, which needs many more words than there is room for`;

const production: ShownConnection = { name: 'Production', color: 'red', readOnly: false };
/** Connections of the pages that can write. */
const connectionsOf: Readonly<Record<string, readonly ShownConnection[]>> = {
  table: [production],
  form: [production],
  bulk: [production],
  import: [production],
  signup: [{ name: 'Example', color: null, readOnly: false }],
  compare: [{ name: longWord, color: 'green', readOnly: true }, production],
};

/** An empty window. */
export class SheetView {
  readonly page: Page;
  readonly #address: Pages['address'];
  readonly #theme: ThemeName;
  readonly #words: Direction | 'de' | undefined;

  constructor(page: Page, address: Pages['address'], theme: ThemeName, words?: Direction | 'de') {
    this.page = page;
    this.#address = address;
    this.#theme = theme;
    this.#words = words;
  }

  /** The text in the page's language. */
  word(sentence: string): string {
    if (this.#words === 'de') return readTexts('l10n/de.json')[sentence] ?? sentence;
    return this.#words ? pseudo(sentence, this.#words) : sentence;
  }

  /** Opens a page with a stub host that answers as `script` specifies. */
  async open(script: Readonly<Record<string, string | number>>): Promise<void> {
    const { page: name = 'table' } = script;
    const connections = connectionsOf[name];
    await this.page.goto(
      this.#address(this.#theme, {
        ...script,
        ...(connections && { connections: JSON.stringify(connections) }),
        ...(this.#words && (this.#words === 'de' ? { german: 1 } : { pseudo: this.#words })),
      }),
    );
  }

  /** Opens a page whose requests these handlers answer. */
  async openWith<Host extends Side>(name: string, host: Host, handlers: Handlers<Host>): Promise<void> {
    await actAsHost(this.page, host, handlers, []);
    await this.open({ page: name });
  }
}

/** An answer that never comes. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
