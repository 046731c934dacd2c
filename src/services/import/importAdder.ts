import { randomBytes } from 'node:crypto';
import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../../model/controller.ts';
import { planAdd } from '../../model/importPlan.ts';
import type { ImportAdd, ImportRefusal } from '../../model/importWork.ts';
import type { RecordForm } from '../../model/recordForm.ts';
import type { RecordChanges } from '../recordChanges.ts';
import type { WriteGuard } from '../writeGuard.ts';
import { AddJournal, interruptedImports } from './addJournal.ts';
import { type AddOutcome, addRecords, type PlannedAdd } from './addRecords.ts';

/** Where new records go. */
export interface AddPlace {
  readonly connection: string;
  readonly controller: ControllerName;
  /** The file, and what its places count. */
  readonly file: string;
  readonly unit: string;
}

export interface PlannedAdds {
  readonly form: RecordForm;
  readonly adds: readonly PlannedAdd[];
  readonly refused: readonly ImportRefusal[];
}

/** New records out of a file: looked at first, then sent one by one with a journal. */
export class ImportAdder {
  readonly #guard: WriteGuard;
  readonly #changes: RecordChanges;
  readonly #folder: string;

  constructor(guard: WriteGuard, changes: RecordChanges, folder: string) {
    this.#guard = guard;
    this.#changes = changes;
    this.#folder = folder;
  }

  /** What a window left behind that was closed while it added records: one sentence each, told once. */
  interrupted(): Promise<string[]> {
    return interruptedImports(this.#folder, isRunning);
  }

  async plan(
    { connection, controller }: AddPlace,
    adds: readonly ImportAdd[],
    signal: AbortSignal,
  ): Promise<PlannedAdds> {
    const client = await this.#guard.client(connection, t('add records to {0}', controllerText(controller)));
    const form = await client.form(controller, 'add', undefined, signal);
    const planned: PlannedAdd[] = [];
    const refused: ImportRefusal[] = [];
    for (const add of adds) {
      const plan = planAdd(form, add);
      if (plan.why === undefined) planned.push({ place: add.place, values: plan.values });
      else refused.push({ place: add.place, why: plan.why });
    }
    return { form, adds: planned, refused };
  }

  async run(
    { connection, controller, file, unit }: AddPlace,
    { form, adds }: PlannedAdds,
    onProgress: (done: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<readonly AddOutcome[]> {
    const name = controllerText(controller);
    const client = await this.#guard.client(connection, t('add records to {0}', name));
    const journalName = `${process.pid}-${randomBytes(4).toString('hex')}.jsonl`;
    const journal = new AddJournal(this.#folder, journalName);
    try {
      journal.put({ type: 'import', file, controller: name, unit, count: adds.length });
      const tell = (done: number): void => onProgress(done, adds.length);
      const outcomes = await addRecords({ client, form, adds, journal, onProgress: tell, signal });
      const ids = outcomes.flatMap(({ id }) => id ?? []);
      if (outcomes.some(({ state }) => state === 'added' || state === 'unclear'))
        this.#changes.tell({ connection, controller: name, ids });
      return outcomes;
    } finally {
      await journal.end();
    }
  }
}

/** Another window's import is its own business. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
