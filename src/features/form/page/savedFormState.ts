import * as z from 'zod/mini';
import type { JsonValue } from '../../../model/json.ts';
import type { FormStart } from '../formProtocol.ts';
import type { WebviewState } from '../../common/page/hostChannel.ts';

const change = z.object({
  at: z.array(z.string()).check(z.minLength(1), z.maxLength(64)),
  value: z.optional(z.json() as z.ZodMiniType<JsonValue>),
  was: z.optional(z.array(z.json() as z.ZodMiniType<JsonValue>)),
});

const savedFormState = z.object({
  /** Identity of the form. */
  of: z.string(),
  top: z.number().check(z.gte(0)),
  open: z.record(z.string(), z.boolean()),
  focus: z.optional(z.string()),
  /** Unacknowledged input. */
  unsent: z.array(change).check(z.maxLength(2_000)),
});

/** Saved state of a form, to restore it. */
export type SavedFormState = z.output<typeof savedFormState>;

/** Undefined if nothing was saved, or if a version with another format saved it. */
export function readSavedFormState(webview: WebviewState): SavedFormState | undefined {
  const read = savedFormState.safeParse(webview.getState());
  return read.success ? read.data : undefined;
}

const prefix = 'recordbench.unsent ';
const longestLeft = 60 * 60 * 1_000;
const leftBehind = z.object({ when: z.number(), unsent: savedFormState.shape.unsent });

/**
 * Input typed while the host was unreachable. After a crash, VS Code replaces this webview with another one that has
 * none of its state; the form's pages only share local storage.
 */
export const unsentStore = {
  leave(of: string, unsent: SavedFormState['unsent']): void {
    try {
      if (unsent.length > 0) localStorage.setItem(prefix + of, JSON.stringify({ when: Date.now(), unsent }));
      else localStorage.removeItem(prefix + of);
    } catch {
      // no storage, or it is full: the input is kept in this webview only
    }
  },

  /** Returns the input and removes it from the store. */
  consume(of: string): SavedFormState['unsent'] {
    try {
      const read = leftBehind.safeParse(JSON.parse(localStorage.getItem(prefix + of) ?? 'null'));
      localStorage.removeItem(prefix + of);
      return read.success && Date.now() - read.data.when < longestLeft ? read.data.unsent : [];
    } catch {
      return [];
    }
  },
};

/** Throttles writes: every keystroke and scroll step calls this. */
export class StateSaver {
  readonly #webview: WebviewState;
  readonly #view: () => SavedFormState | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(webview: WebviewState, view: () => SavedFormState | undefined) {
    this.#webview = webview;
    this.#view = view;
  }

  saveSoon(): void {
    this.#waiting ??= setTimeout(() => this.saveNow(), 200);
  }

  saveNow(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const view = this.#view();
    if (view) this.#webview.setState(view);
  }
}

/** Identity of the form: a restored page may show another one. */
export function formIdentity({ address, connection, controller, isNew }: FormStart): string {
  return address ?? JSON.stringify([connection.id, controller, isNew]);
}
