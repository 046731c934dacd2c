import { type FieldPath, pathKey } from '../../model/form/fieldPath.ts';
import type { JsonValue } from '../../model/json.ts';
import { sameJson } from '../fields/valueText.ts';
import { type Change, type RecordValues } from './recordValues.ts';

/** What was typed and not acknowledged, with the values that its place had before by the form's own hand. */
export interface UnsentEdit {
  readonly at: string[];
  readonly value?: JsonValue | undefined;
  readonly was?: JsonValue[] | undefined;
}

const most = 20;

/** The values that fields had before they were typed into. */
export class ValueHistory {
  readonly #values = new Map<string, JsonValue[]>();

  remember(at: FieldPath, value: JsonValue | undefined): void {
    const key = pathKey(at);
    const passed = this.#values.get(key) ?? [];
    this.#values.set(key, [...passed.filter((one) => !sameJson(one, value ?? null)), value ?? null].slice(-most));
  }

  /** The change as it is saved for the page that follows. */
  unsent({ at, value }: Change, values: RecordValues): UnsentEdit {
    const was = [...(this.#values.get(pathKey(at)) ?? []), values.at(at) ?? null];
    return { at: [...at], ...(value === undefined ? {} : { value }), was };
  }
}

/** What never arrived. Where something else stands by now, somebody changed it since: that is newer. */
export function findLostEdits<T extends UnsentEdit>(unsent: readonly T[], values: RecordValues): T[] {
  return unsent.filter(({ at, value, was }) => {
    const now = values.at(at);
    return !sameJson(now, value) && (was === undefined || was.some((one) => sameJson(one, now ?? null)));
  });
}
