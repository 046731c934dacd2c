import type { ControllerName } from '../../model/controller.ts';
import type { Pasted } from '../../model/draft/pastedValues.ts';
import type { RefusedChange } from '../../model/draft/recordMerge.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { isEmpty, sameValue, jsonAt, withChanges } from '../../model/form/fieldValue.ts';
import { fieldInstances, type RecordForm } from '../../model/form/recordForm.ts';
import { isLikeAnId } from '../../model/form/referenceValue.ts';
import { referenceAt, valuePaths, withReference } from '../../model/form/value.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { ReferenceField, NamedRecord, NamedRecords } from './namedRecords.ts';

export interface CompletedReferences {
  readonly values: JsonObject;
  /** Names that match no record, several, or a different one than the id next to them. */
  readonly refused: readonly RefusedChange[];
}

/**
 * Returns a record's values with the id and label of each reference in agreement: a name next to the old id selects the
 * record with that name, and a new id gets the name of its record instead of another's. Values whose look-up is pending
 * stay unchanged.
 */
export function completeReferences(
  answers: ReferenceAnswers,
  form: RecordForm,
  base: JsonObject | undefined,
  mine: JsonObject,
): CompletedReferences {
  let values = mine;
  const refused: RefusedChange[] = [];
  for (const field of form.fields) {
    if (!field.reference || !field.permission.editable) continue;
    for (const { at, stored, rows } of fieldInstances(form, mine, field)) {
      const now = referenceAt(mine, at);
      const known = stored && referenceAt(form.values, stored);
      const before = rows || !base ? known : referenceAt(base, at);
      const named = now.text?.trim() ?? '';
      const isNewId = !sameValue(now.stored, before?.stored);
      const isNewText = named !== '' && now.text !== before?.text;
      const target = pointing(field, now.model, form.controller);
      const id = now.id.trim();
      const withName = (text: string | null): JsonObject =>
        withReference(values, at, { id: now.stored as JsonValue, text });
      const [, labelAt = at] = valuePaths({ ...field, at });
      const isByName = isNewText && (isEmpty(now.stored) || !isNewId);
      // a name in place of the id
      const isMisplaced = isNewId && !isNewText && id !== '' && !isLikeAnId(id);
      if (isByName || isMisplaced) {
        const found = answers.find(target, isByName ? named : id);
        if (!found) continue;
        if (found.kind === 'one') values = withReference(values, at, found.value);
        else if (isByName || /\s/.test(id))
          refused.push({ key: field.key, label: field.label, at: isByName ? labelAt : at, why: found.why });
        else values = withName(null);
      } else if (isNewId && isNewText && id !== '') {
        if (known && sameValue(now.stored, known.stored) && now.text === known.text) continue;
        const checked = answers.checkPair(target, { id, text: named });
        if (!checked) continue;
        if (checked.kind !== 'one') refused.push({ key: field.key, label: field.label, at: labelAt, why: checked.why });
        else if (checked.value.text === null) values = withName(null);
      } else if (isNewId && id !== '') {
        const name = answers.nameOf(target, id);
        if (name !== undefined) values = withName(name);
      }
    }
  }
  return { values, refused };
}

/** Completes the references of values pasted into a record. Rejects a name that matches no record. */
export async function completePasted(
  records: ReferenceChecks,
  connection: string,
  form: RecordForm,
  before: JsonObject,
  pasted: Pasted,
): Promise<Pasted> {
  const after = withChanges(before, pasted.changes);
  const answers = new ReferenceAnswers(records, connection);
  const { values, refused } = await answers.complete(() => completeReferences(answers, form, before, after));
  const references = form.fields.filter(({ at, reference }) => reference && at.length === 1);
  const isRefused = (key: string): boolean => refused.some((one) => one.key === key);
  const left = new Set(
    references
      .filter(({ key }) => isRefused(key))
      .flatMap(valuePaths)
      .map(pathKey),
  );
  const completed = references.flatMap((field) =>
    isRefused(field.key) ? [] : valuePaths(field).filter((at) => jsonAt(values, at) !== jsonAt(after, at)),
  );
  return {
    changes: [
      ...pasted.changes.filter(({ at }) => !left.has(pathKey(at))),
      ...completed.map((at) => ({ at, value: jsonAt(values, at) })),
    ],
    fields: pasted.fields - refused.length,
    left: [...pasted.left, ...refused.map(({ label, why }) => `${label}: ${why.replace(/\.$/, '')}`)],
  };
}

/** The model next to the value takes precedence over the one that the field had. */
export function pointing(
  { label, reference }: ReferenceField,
  model: string | undefined,
  near?: ControllerName,
): ReferenceField {
  const beside = near && { near };
  const named = model?.trim();
  if (!named || named === reference?.model)
    return { label, ...(reference && { reference: { ...reference, ...beside } }) };
  return { label, reference: { model: named, ...beside } };
}

/** Looks up names and ids. */
export type ReferenceChecks = Pick<NamedRecords, 'find' | 'nameOf' | 'checkPair'>;

/**
 * Look-ups for the references of one save. Collects pending look-ups and sends them together: the record can be read
 * after all of them, and completing its values then needs no request.
 */
export class ReferenceAnswers {
  readonly #records: ReferenceChecks;
  readonly #connection: string;
  readonly #known = new Map<string, NamedRecord | string | null>();
  readonly #open = new Map<string, () => Promise<NamedRecord | string | null>>();

  constructor(records: ReferenceChecks, connection: string) {
    this.#records = records;
    this.#connection = connection;
  }

  /** Returns undefined until it is looked up, like the other methods. */
  find(field: ReferenceField, text: string): NamedRecord | undefined {
    const ask = (): Promise<NamedRecord> => this.#records.find(this.#connection, field, text);
    return this.#get(['find', field, text], ask) as NamedRecord | undefined;
  }

  checkPair(field: ReferenceField, pair: { readonly id: string; readonly text: string }): NamedRecord | undefined {
    const ask = (): Promise<NamedRecord> => this.#records.checkPair(this.#connection, field, pair);
    return this.#get(['pair', field, pair.id, pair.text], ask) as NamedRecord | undefined;
  }

  nameOf(field: ReferenceField, id: string): string | null | undefined {
    const ask = (): Promise<string | null> => this.#records.nameOf(this.#connection, field, id);
    return this.#get(['name', field, id], ask) as string | null | undefined;
  }

  /** Sends the pending look-ups; returns false if there are none. */
  async ask(): Promise<boolean> {
    const open = [...this.#open];
    this.#open.clear();
    for (const [key, ask] of open) this.#known.set(key, await ask());
    return open.length > 0;
  }

  /** Repeats some work until all of its look-ups are done, and returns its result. */
  async complete<T>(work: () => T): Promise<T> {
    for (;;) {
      const result = work();
      if (!(await this.ask())) return result;
    }
  }

  #get(
    question: readonly unknown[],
    ask: () => Promise<NamedRecord | string | null>,
  ): NamedRecord | string | null | undefined {
    const key = JSON.stringify(question);
    const known = this.#known.get(key);
    if (known === undefined) this.#open.set(key, ask);
    return known;
  }
}
