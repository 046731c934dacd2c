import type { CarriedField } from '../../model/compare/comparisonPlan.ts';
import { scalarText } from '../../model/form/fieldValue.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { PlanField, PlanOperation } from '../../model/plan/recordPlan.ts';
import type { NamedRecords } from '../references/namedRecords.ts';

type Find = (field: RecordField, name: string) => ReturnType<NamedRecords['find']>;

/**
 * The records that references are carried over to: another service has other ids, so that each is looked up by its name,
 * once. What is not found, or is several, is left out and counted.
 */
export class CarriedReferences {
  readonly #fields: ReadonlyMap<string, CarriedField>;
  readonly #find: Find | undefined;
  readonly #found = new Map<string, ReturnType<NamedRecords['find']>>();
  readonly #left = new Map<string, number>();

  /** Without `find` both sides are of one service. */
  constructor(fields: readonly CarriedField[], find: Find | undefined) {
    this.#fields = new Map(fields.map((one) => [one.field, one]));
    this.#find = find;
  }

  /** By the label of the field, how many were left out. */
  get left(): ReadonlyMap<string, number> {
    return this.#left;
  }

  leave(label: string): void {
    this.#left.set(label, (this.#left.get(label) ?? 0) + 1);
  }

  /** Undefined when nothing is left of it. */
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
    // it points there already
    if (scalarText(planned.was) === id) return undefined;
    return { ...planned, becomes: id, becomesText: text ?? name, ...(model !== undefined && { model }) };
  }
}
