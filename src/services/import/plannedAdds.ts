import { t } from '@vscode/l10n';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { planAdd, planUpdate, unitWord } from '../../model/import/importPlan.ts';
import type { ImportAdd, ImportRefusal, ImportTask } from '../../model/import/importWork.ts';
import type { KnownLine, Look } from '../bulk/dryRun.ts';

/** Turns the records of a file into work items: existing records are read, new ones are validated. */
export async function* plannedImport(
  tasks: AsyncIterable<ImportTask>,
  unit: string,
  formForNew: () => Promise<RecordForm>,
): AsyncGenerator<Look | KnownLine, void, void> {
  let form: RecordForm | undefined;
  for await (const task of tasks) {
    if (task.kind === 'update') yield { id: task.id, plan: (now) => planUpdate(now, task) };
    else if (task.kind === 'add') yield addedLine((form ??= await formForNew()), task, unit);
    else if (task.kind === 'existing') yield { id: task.id, plan: () => ({ kind: 'skipped', why: whyExisting() }) };
    else if (task.kind === 'skipped') yield leftLine(task, unit, 'skipped');
    else {
      const { with: id, why } = task;
      if (id !== undefined) yield { line: { type: 'left', id, name: '', how: 'refused', why } };
      yield refusedLine(task, unit);
    }
  }
}

/** Validates a new record of a file against its form. */
export function addedLine(form: RecordForm, add: ImportAdd, unit: string): KnownLine {
  const { position } = add;
  const { cells, why } = planAdd(form, add);
  if (!cells) return refusedLine({ position, why }, unit);
  const fields = add.cells.map(({ field }) => field);
  const name = positionName(unit, position);
  return { line: { type: 'record', id: entryId(position), name, action: 'add', cells }, form, fields };
}

export function refusedLine(refusal: ImportRefusal, unit: string): KnownLine {
  return leftLine(refusal, unit, 'refused');
}

function leftLine({ position, why }: ImportRefusal, unit: string, how: 'refused' | 'skipped'): KnownLine {
  return { line: { type: 'left', id: entryId(position), name: positionName(unit, position), how, why } };
}

function whyExisting(): string {
  return t('The record exists, and records are only added, never changed.');
}

/** No record has such an id, which keeps positions in a file apart from the service's ids. */
export function entryId(position: number): string {
  return `+${position}`;
}

/** Returns the entry's position in its file; undefined for a record of the service. */
export function positionOfEntry(id: string): number | undefined {
  return /^\+\d+$/.test(id) ? Number(id.slice(1)) : undefined;
}

export function positionName(unit: string, position: number): string {
  return t('{0} {1} of the file', unitWord(unit), position);
}
