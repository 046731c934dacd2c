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
  /** Whose form it was. */
  of: z.string(),
  top: z.number().check(z.gte(0)),
  open: z.record(z.string(), z.boolean()),
  focus: z.optional(z.string()),
  /** What was typed and not acknowledged. */
  unsent: z.array(change).check(z.maxLength(2_000)),
});

/** How the person left the form, for when it is shown again. */
export type SavedFormState = z.output<typeof savedFormState>;

/** Undefined when nothing was saved, or by a version that saved something else. */
export function readSavedFormState(webview: WebviewState): SavedFormState | undefined {
  const read = savedFormState.safeParse(webview.getState());
  return read.success ? read.data : undefined;
}

const prefix = 'recordbench.unsent ';
const longestLeft = 60 * 60 * 1_000;
const leftBehind = z.object({ when: z.number(), unsent: savedFormState.shape.unsent });

/**
 * What was typed while nobody answered. After a crash VS Code puts another webview in this one's place, which has none
 * of its state; what the pages of the form have in common is their storage.
 */
export const unsentStore = {
  leave(of: string, unsent: SavedFormState['unsent']): void {
    try {
      if (unsent.length > 0) localStorage.setItem(prefix + of, JSON.stringify({ when: Date.now(), unsent }));
      else localStorage.removeItem(prefix + of);
    } catch {
      // there is no storage, or it is full: then it is kept in this webview alone
    }
  },

  /** Once: whoever takes it has it. */
  take(of: string): SavedFormState['unsent'] {
    try {
      const read = leftBehind.safeParse(JSON.parse(localStorage.getItem(prefix + of) ?? 'null'));
      localStorage.removeItem(prefix + of);
      return read.success && Date.now() - read.data.when < longestLeft ? read.data.unsent : [];
    } catch {
      return [];
    }
  },
};

/** Writes at most every now and then: every letter and every scroll step ends here. */
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

/** Whose form it is: a page that comes back may show another. */
export function formIdentity({ address, connection, controller, isNew }: FormStart): string {
  return address ?? JSON.stringify([connection.id, controller, isNew]);
}
