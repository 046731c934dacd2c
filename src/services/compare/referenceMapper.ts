import type { CopyableField } from '../../model/compare/comparisonPlan.ts';
import { scalarText } from '../../model/form/fieldValue.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { PlanField, PlanOperation } from '../../model/plan/recordPlan.ts';
import type { NamedRecords } from '../references/namedRecords.ts';

type Find = (field: RecordField, name: string) => ReturnType<NamedRecords['find']>;

/**
 * Resolves references for another service, which has different ids: looks each one up by name, once. Skips and counts
 * those not found or ambiguous.
 */
export class ReferenceMapper {
  readonly #fields: ReadonlyMap<string, CopyableField>;
  readonly #find: Find | undefined;
  readonly #found = new Map<string, ReturnType<NamedRecords['find']>>();
  readonly #left = new Map<string, number>();

  /** `find` is undefined if both sides belong to the same service. */
  constructor(fields: readonly CopyableField[], find: Find | undefined) {
    this.#fields = new Map(fields.map((one) => [one.field, one]));
    this.#find = find;
  }

  /** Number of skipped references by field label. */
  get left(): ReadonlyMap<string, number> {
    return this.#left;
  }

  leave(label: string): void {
    this.#left.set(label, (this.#left.get(label) ?? 0) + 1);
  }

  /** Returns undefined if no field is left. */
  async resolve(operation: PlanOperation): Promise<PlanOperation | undefined> {
    if (operation.do === 'delete') return operation;
    const fields: PlanField[] = [];
    for (const one of operation.fields) {
      const known = await this.#resolved(one);
      if (known) fields.push(known);
    }
    return fields.length === 0 ? undefined : { ...operation, fields };
  }

  async #resolved(planned: PlanField): Promise<PlanField | undefined> {
    const { label = '', ofRecord } = this.#fields.get(planned.field) ?? {};
    if (!this.#find || ofRecord?.kind !== 'reference' || planned.becomes === null) return planned;
    const name = planned.becomesText ?? '';
    const asked = JSON.stringify([planned.field, name]);
    const looking = name === '' ? undefined : (this.#found.get(asked) ?? this.#find(ofRecord, name));
    if (looking) this.#found.set(asked, looking);
    const found = await looking;
    if (found?.kind !== 'one') {
      this.leave(label);
      return undefined;
    }
    const { id, text, model } = found.value;
    // the reference already points there
    if (scalarText(planned.was) === id) return undefined;
    return { ...planned, becomes: id, becomesText: text ?? name, ...(model !== undefined && { model }) };
  }
}
