import { t } from '@vscode/l10n';
import type { RecordClient } from '../../api/recordClient.ts';
import type { JournalLine } from '../../model/bulk/bulkJournal.ts';
import type { ControllerName } from '../../model/controller.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { planAdd, unitWord } from '../../model/import/importPlan.ts';
import type { ImportWork } from '../../model/import/importWork.ts';
import type { PlannedLines } from '../bulk/bulkDraft.ts';

/** What a file has beyond the records that are changed: the new ones, checked against their form, and what is refused. */
export async function plannedAdds(
  client: Pick<RecordClient, 'form'>,
  controller: ControllerName,
  { adds, refused }: Pick<ImportWork, 'adds' | 'refused'>,
  unit: string,
  signal: AbortSignal,
): Promise<PlannedLines> {
  const labels = new Map<string, string>();
  const lines: JournalLine[] = refused.map(({ position, why }) => left(unit, position, why));
  if (adds.length === 0) return { lines, labels };
  const form = await client.form(controller, 'add', undefined, signal);
  for (const add of adds) {
    const { cells, why } = planAdd(form, add);
    if (cells)
      lines.push({
        type: 'record',
        id: entryId(add.position),
        name: positionName(unit, add.position),
        action: 'add',
        cells,
      });
    else lines.push(left(unit, add.position, why));
  }
  for (const { field } of adds[0]?.cells ?? []) labels.set(pathKey(field.at), field.label);
  return { lines, labels };
}

/** No record has such an id: the service's own are told apart from places in a file. */
export function entryId(position: number): string {
  return `+${position}`;
}

/** Where the entry stood in its file; undefined for a record of the service. */
export function positionOfEntry(id: string): number | undefined {
  return /^\+\d+$/.test(id) ? Number(id.slice(1)) : undefined;
}

function left(unit: string, position: number, why: string): JournalLine {
  return { type: 'left', id: entryId(position), name: positionName(unit, position), how: 'refused', why };
}

function positionName(unit: string, position: number): string {
  return t('{0} {1} of the file', unitWord(unit), position);
}
