import * as z from 'zod/mini';
import type { JsonValue } from '../../model/json.ts';
import type { FormStart } from '../../protocol/formProtocol.ts';
import type { WebviewState } from '../common/hostChannel.ts';

const change = z.object({
  at: z.array(z.string()).check(z.minLength(1), z.maxLength(64)),
  value: z.optional(z.json() as z.ZodMiniType<JsonValue>),
  was: z.optional(z.array(z.json() as z.ZodMiniType<JsonValue>)),
});

const keptForm = z.object({
  /** Whose form it was. */
  of: z.string(),
  top: z.number().check(z.gte(0)),
  open: z.record(z.string(), z.boolean()),
  focus: z.optional(z.string()),
  /** What was typed and not acknowledged. */
  unsent: z.array(change).check(z.maxLength(2_000)),
});

/** How the person left the form, for when it is shown again. */
export type KeptForm = z.output<typeof keptForm>;

/** Undefined when nothing was kept, or by a version that kept something else. */
export function readKeptForm(kept: WebviewState): KeptForm | undefined {
  const read = keptForm.safeParse(kept.getState());
  return read.success ? read.data : undefined;
}

const prefix = 'recordbench.unsent ';
const longestKept = 60 * 60 * 1_000;
const leftBehind = z.object({ when: z.number(), unsent: keptForm.shape.unsent });

/**
 * What was typed while nobody answered. After a crash VS Code puts another webview in this one's place, which has none
 * of its state; what the pages of the form have in common is their storage.
 */
export const unsentStore = {
  leave(of: string, unsent: KeptForm['unsent']): void {
    try {
      if (unsent.length > 0) localStorage.setItem(prefix + of, JSON.stringify({ when: Date.now(), unsent }));
      else localStorage.removeItem(prefix + of);
    } catch {
      // there is no storage, or it is full: then it is kept in this webview alone
    }
  },

  /** Once: whoever takes it has it. */
  take(of: string): KeptForm['unsent'] {
    try {
      const read = leftBehind.safeParse(JSON.parse(localStorage.getItem(prefix + of) ?? 'null'));
      localStorage.removeItem(prefix + of);
      return read.success && Date.now() - read.data.when < longestKept ? read.data.unsent : [];
    } catch {
      return [];
    }
  },
};

/** Writes at most every now and then: every letter and every scroll step ends here. */
export class Keeper {
  readonly #kept: WebviewState;
  readonly #view: () => KeptForm | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: WebviewState, view: () => KeptForm | undefined) {
    this.#kept = kept;
    this.#view = view;
  }

  soon(): void {
    this.#waiting ??= setTimeout(() => this.now(), 200);
  }

  now(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const view = this.#view();
    if (view) this.#kept.setState(view);
  }
}

/** Whose form it is: a page that comes back may show another. */
export function whose({ address, connection, controller, isNew }: FormStart): string {
  return address ?? JSON.stringify([connection.id, controller, isNew]);
}
