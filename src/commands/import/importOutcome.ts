import { t } from '@vscode/l10n';
import type { BulkLedger, EntryState } from '../../model/bulk/bulkLedger.ts';
import type { ImportRefusal } from '../../model/import/importWork.ts';
import { placeOfEntry } from '../../services/import/plannedAdds.ts';

/** What became of a new record. `unclear`: it was sent, and nobody can tell whether it arrived. `waiting`: it was not sent. */
export interface AddOutcome {
  readonly place: number;
  readonly state: 'added' | 'failed' | 'unclear' | 'waiting';
  readonly id?: string;
  readonly why?: string;
}

export interface ImportOutcome {
  /** The run that wrote, when there is one. */
  readonly run?: string;
  readonly changed: number;
  readonly unchanged: number;
  readonly added: readonly AddOutcome[];
  readonly refused: readonly ImportRefusal[];
  readonly notes: readonly string[];
}

const addStates: Partial<Record<EntryState, AddOutcome['state']>> = {
  done: 'added',
  failed: 'failed',
  unclear: 'unclear',
};

/** What came of a file, or would; `places` are those of the records that are there already, by their ids. */
export function importOutcome(
  { entries, counts, plan }: BulkLedger,
  places: ReadonlyMap<string, number>,
  notes: readonly string[],
  isRun: boolean,
): ImportOutcome {
  const edits = entries.filter(({ action }) => action === 'edit');
  const failed = edits.filter(({ state }) => state === 'failed' || state === 'unclear');
  const refused = [
    ...entries.flatMap(({ id, state, why }) =>
      state === 'refused' ? [{ place: placeOfEntry(id) ?? places.get(id) ?? 0, why: why ?? '' }] : [],
    ),
    ...failed.map(({ id, why }) => ({ place: places.get(id) ?? 0, why: t('Record {0}: {1}', id, why ?? '') })),
  ];
  return {
    ...(isRun && { run: plan.run }),
    changed: edits.filter(({ state }) => state === (isRun ? 'done' : 'waiting')).length,
    unchanged: counts.unchanged,
    added: entries.flatMap(({ id, action, state, made, why }) =>
      action === 'add'
        ? [
            {
              place: placeOfEntry(id) ?? 0,
              state: addStates[state] ?? 'waiting',
              ...(made !== undefined && { id: made }),
              ...(why !== undefined && state !== 'done' && { why }),
            },
          ]
        : [],
    ),
    refused: refused.toSorted((one, other) => one.place - other.place),
    notes,
  };
}
