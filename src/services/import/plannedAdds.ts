import { t } from '@vscode/l10n';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { planAdd, planUpdate, unitWord } from '../../model/import/importPlan.ts';
import type { ImportAdd, ImportRefusal, ImportTask } from '../../model/import/importWork.ts';
import type { KnownLine, Look } from '../bulk/dryRun.ts';

/** What the records of a file ask for, as work: those that are there are looked at, new ones are checked. */
export async function* plannedImport(
  tasks: AsyncIterable<ImportTask>,
  unit: string,
  formForNew: () => Promise<RecordForm>,
): AsyncGenerator<Look | KnownLine, void, void> {
  let form: RecordForm | undefined;
  for await (const task of tasks) {
    if (task.kind === 'update') yield { id: task.id, plan: (now) => planUpdate(now, task) };
    else if (task.kind === 'add') yield addedLine((form ??= await formForNew()), task, unit);
    else {
      const { with: id, why } = task;
      if (id !== undefined) yield { line: { type: 'left', id, name: '', how: 'refused', why } };
      yield refusedLine(task, unit);
    }
  }
}

/** A new record of a file, checked against the form for it. */
export function addedLine(form: RecordForm, add: ImportAdd, unit: string): KnownLine {
  const { position } = add;
  const { cells, why } = planAdd(form, add);
  if (!cells) return refusedLine({ position, why }, unit);
  const fields = add.cells.map(({ field }) => field);
  const name = positionName(unit, position);
  return { line: { type: 'record', id: entryId(position), name, action: 'add', cells }, form, fields };
}

export function refusedLine({ position, why }: ImportRefusal, unit: string): KnownLine {
  const name = positionName(unit, position);
  return { line: { type: 'left', id: entryId(position), name, how: 'refused', why } };
}

/** No record has such an id: the service's own are told apart from places in a file. */
export function entryId(position: number): string {
  return `+${position}`;
}

/** Where the entry stood in its file; undefined for a record of the service. */
export function positionOfEntry(id: string): number | undefined {
  return /^\+\d+$/.test(id) ? Number(id.slice(1)) : undefined;
}

function positionName(unit: string, position: number): string {
  return t('{0} {1} of the file', unitWord(unit), position);
}
