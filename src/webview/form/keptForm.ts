import * as z from 'zod/mini';
import type { JsonValue } from '../../model/json.ts';
import type { KeptState } from '../common/hostChannel.ts';

const change = z.object({
  at: z.array(z.string()).check(z.minLength(1), z.maxLength(64)),
  value: z.optional(z.json() as z.ZodMiniType<JsonValue>),
});

const keptForm = z.object({
  /** Whose form it was: connection, record type, new or not. */
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
export function readKeptForm(kept: KeptState): KeptForm | undefined {
  const read = keptForm.safeParse(kept.getState());
  return read.success ? read.data : undefined;
}

/** Writes at most every now and then: every letter and every scroll step ends here. */
export class Keeper {
  readonly #kept: KeptState;
  readonly #view: () => KeptForm | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: KeptState, view: () => KeptForm | undefined) {
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
