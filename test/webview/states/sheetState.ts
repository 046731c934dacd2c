import type { Page } from 'playwright-core';
import type { ShownConnection } from '../../../src/model/connection/shownConnection.ts';
import type { Handlers, Side } from '../../../src/features/common/channel.ts';
import { type Direction, pseudo } from '../../support/pseudoWords.ts';
import { actAsHost } from '../openedPage.ts';
import type { ThemeName } from '../themes.ts';
import type { Pages } from '../webviewPage.ts';

/** What everybody looks at, and what is usually forgotten. */
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

/** A page as a person may meet it. */
export interface SheetState {
  readonly page: string;
  readonly state: StateName;
  /** What of the page is open, where that is not plain to see: its menu, the second of its steps. */
  readonly part?: string;
  /** Brings it up in a window that is empty. */
  readonly show: (view: SheetView) => Promise<void>;
}

export function titleOf({ page, state, part }: SheetState): string {
  return [page, state, ...(part === undefined ? [] : [part])].join(', ');
}

/** The moment at which everything in the sheet happens: two runs on two days are the same. */
export const now = Date.UTC(2026, 2, 12, 10, 20);

export const hebrewName = 'מיכל בן־דוד (Michal) 17';
export const arabicName = 'القاهرة، مصر 2026';
export const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle';
export const longSentence = `The municipality of ${longWord} and its surroundings, which has been asked for far more words than anybody had room for`;

const production: ShownConnection = { name: 'Production', color: 'red', readOnly: false };
/** By page, where it can write. */
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
  readonly #words: Direction | undefined;

  constructor(page: Page, address: Pages['address'], theme: ThemeName, words?: Direction) {
    this.page = page;
    this.#address = address;
    this.#theme = theme;
    this.#words = words;
  }

  /** As the page says it. */
  word(sentence: string): string {
    return this.#words ? pseudo(sentence, this.#words) : sentence;
  }

  /** A page with a stand-in for its host, which answers as `script` tells. */
  async open(script: Readonly<Record<string, string | number>>): Promise<void> {
    const { page: name = 'table' } = script;
    const connections = connectionsOf[name];
    await this.page.goto(
      this.#address(this.#theme, {
        ...script,
        ...(connections && { connections: JSON.stringify(connections) }),
        ...(this.#words && { pseudo: this.#words }),
      }),
    );
  }

  /** A page that is answered from here. */
  async openWith<Host extends Side>(name: string, host: Host, handlers: Handlers<Host>): Promise<void> {
    await actAsHost(this.page, host, handlers, []);
    await this.open({ page: name });
  }
}

/** An answer that never comes. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
