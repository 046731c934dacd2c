import type { ImportedCell } from '../../model/import/importWork.ts';
import type { ReferenceMatch } from '../../model/form/referenceValue.ts';
import type { ReferenceValue } from '../../model/form/value.ts';
import { inParallel } from '../common/inParallel.ts';
import { LookUpCache } from '../common/lookUpCache.ts';
import type { NamedRecords } from '../references/namedRecords.ts';

/** Asks which of several records with the same name is meant; undefined for none of them. */
export type ChooseRecord = (
  field: ImportedCell['field'],
  name: string,
  records: readonly ReferenceMatch[],
) => Promise<ReferenceMatch | undefined>;

type Found = Pick<ImportedCell, 'value' | 'reference' | 'problem' | 'isMismatch'>;

const atOnce = 4;
/** Maximum number of cached names, however many a file has. */
const maxKept = 20_000;

/**
 * Resolves the references in a file. Looks up each name once, and asks about it at most once; checks a name given along
 * with an id against it. A name without a record gets a problem, and is kept if the record already has that name.
 */
export class ImportReferences {
  readonly #connection: string;
  readonly #records: Pick<NamedRecords, 'find' | 'checkPair'>;
  readonly #choose: ChooseRecord;
  /** Keyed by cell text: a cell itself would retain the chunk of the file that it was sliced from. */
  readonly #expected = new Map<string, ImportedCell['field']>();
  readonly #found = new LookUpCache<Found>(maxKept);
  /** The user's choices, which apply to the whole file. */
  readonly #answers = new Map<string, Found>();
  #asking: Promise<unknown> = Promise.resolve();

  constructor(connection: string, records: Pick<NamedRecords, 'find' | 'checkPair'>, choose: ChooseRecord) {
    this.#connection = connection;
    this.#records = records;
    this.#choose = choose;
  }

  /** Collects names to look up. */
  expect(cells: readonly ImportedCell[]): void {
    for (const cell of cells)
      if (isReference(cell) && this.#expected.size < maxKept) this.#expected.set(keyOf(cell), cell.field);
  }

  /** Call before reading records, so that the user is asked at the start. */
  async lookUpExpected(signal: AbortSignal): Promise<void> {
    await inParallel([...this.#expected], atOnce, async ([key, field]) => {
      await this.#get(key, field, signal);
    });
    this.#expected.clear();
  }

  async complete(cells: readonly ImportedCell[], signal: AbortSignal): Promise<readonly ImportedCell[]> {
    if (!cells.some(isReference)) return cells;
    const completed: ImportedCell[] = [];
    for (const cell of cells)
      completed.push(isReference(cell) ? { ...cell, ...(await this.#get(keyOf(cell), cell.field, signal)) } : cell);
    return completed;
  }

  async #get(key: string, field: ImportedCell['field'], signal: AbortSignal): Promise<Found> {
    return this.#answers.get(key) ?? this.#found.get(key, () => this.#lookUp(key, field, signal));
  }

  async #lookUp(key: string, field: ImportedCell['field'], signal: AbortSignal): Promise<Found> {
    const [, value, beside] = JSON.parse(key) as [string, string, string | null];
    const known = await this.#records.find(this.#connection, field, value, signal);
    if (known.kind === 'one') {
      const pair = beside !== null && { id: known.value.id, text: beside };
      const checked = pair && (await this.#records.checkPair(this.#connection, field, pair, signal));
      const isMismatch = checked !== false && checked.kind !== 'one';
      return isMismatch ? { value, problem: checked.why, isMismatch } : valueOf(known.value);
    }
    if (known.kind === 'none') return { value, problem: known.why };
    // ask one question at a time
    const asked = this.#asking.then(() => this.#choose(field, value, known.records));
    this.#asking = asked.catch(() => undefined);
    const chosen = await asked;
    const model = field.reference?.model;
    const found = chosen
      ? valueOf({ ...chosen, ...(model !== undefined && { model }) })
      : { value, problem: known.why };
    this.#answers.set(key, found);
    return found;
  }
}

function isReference(cell: ImportedCell): cell is ImportedCell & { readonly value: string } {
  return cell.field.kind === 'reference' && cell.value !== null;
}

function keyOf({ field, value, beside }: ImportedCell): string {
  return JSON.stringify([field.key, value, beside ?? null]);
}

function valueOf({ id, text, model }: ReferenceValue): Pick<ImportedCell, 'value' | 'reference'> {
  return { value: id, reference: { ...(text !== null && { text }), ...(model !== undefined && { model }) } };
}
