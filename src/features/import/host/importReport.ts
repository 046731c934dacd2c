import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { BulkLedger } from '../../../model/bulk/bulkLedger.ts';
import { type EntryState, entryStates } from '../../../model/bulk/entryTable.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { unitWord } from '../../../model/import/importPlan.ts';
import type { ImportRefusal } from '../../../model/import/importWork.ts';
import { positionOfEntry } from '../../../services/import/plannedAdds.ts';
import type { ImportJob, PlannedImport } from '../../../services/import/planImport.ts';
import { showInformation, showWarning } from '../../../platform/ui/notifications.ts';

/** Outcome of a new record. `unclear`: sent, but it is unknown whether it arrived. `waiting`: not sent. */
export interface AddOutcome {
  readonly position: number;
  readonly state: 'added' | 'failed' | 'unclear' | 'waiting';
  readonly id?: string;
  readonly why?: string;
}

export interface ImportOutcome {
  /** The run that wrote the records, if any. */
  readonly run?: string;
  readonly changed: number;
  readonly unchanged: number;
  /** Only the first new and rejected records are listed; the run's report has all. */
  readonly added: readonly AddOutcome[];
  readonly refused: readonly ImportRefusal[];
  /** Records that the mode excludes; also only the first. */
  readonly skipped: readonly ImportRefusal[];
  /** Counts of all new, rejected and skipped records. */
  readonly counts: Readonly<Record<AddOutcome['state'] | 'refused' | 'skipped', number>>;
  readonly notes: readonly string[];
}

const addStates: Partial<Record<EntryState, AddOutcome['state']>> = {
  done: 'added',
  failed: 'failed',
  unclear: 'unclear',
};

/** Max records listed individually. */
const maxReported = 100_000;

/**
 * Reports the outcome of an import or its preview. Discards a plan with nothing to write, because the report says
 * everything.
 */
export async function reportImport(
  { name, table }: Pick<ImportJob, 'name' | 'table'>,
  { draft, work }: PlannedImport,
  state: 'preview' | 'run' | 'nothing',
): Promise<ImportOutcome> {
  const isPreview = state === 'preview';
  // a preview shows the service's messages itself
  const said = isPreview || draft.note === undefined ? [] : [draft.note];
  const outcome = importOutcome(draft.ledger, (id) => work.positionOf(id), table.notes, state === 'run');
  if (state === 'nothing') await draft.discard();
  notifyImported({ name, unit: table.unit, isPreview, said }, outcome);
  return { ...outcome, notes: [...outcome.notes, ...said] };
}

/**
 * The outcome of an import or its preview; `positionOf` returns the position of an existing record in the file, by id.
 */
function importOutcome(
  ledger: BulkLedger,
  positionOf: (id: string) => number | undefined,
  notes: readonly string[],
  isRun: boolean,
): ImportOutcome {
  const refused = ledger
    .inState(['refused', 'failed', 'unclear'])
    .filter(({ action, state }) => state === 'refused' || action === 'edit')
    .take(maxReported)
    .map(({ id, state, why = '' }) => ({
      position: positionOfEntry(id) ?? positionOf(id) ?? 0,
      why: state === 'refused' ? why : t('Record {0}: {1}', id, why),
    }));
  const skipped = ledger
    .inState(['skipped'])
    .take(maxReported)
    .map(({ id, why = '' }) => ({ position: positionOfEntry(id) ?? positionOf(id) ?? 0, why }));
  const added = ledger
    .inState(entryStates, 'add')
    .take(maxReported)
    .map(({ id, state, made, why }) => ({
      position: positionOfEntry(id) ?? 0,
      state: addStates[state] ?? 'waiting',
      ...(made !== undefined && { id: made }),
      ...(why !== undefined && state !== 'done' && { why }),
    }));
  return {
    ...(isRun && { run: ledger.plan.run }),
    changed: ledger.countOf('edit', isRun ? 'done' : 'waiting'),
    unchanged: ledger.counts.unchanged,
    added: added.toArray(),
    refused: refused.toArray().toSorted((one, other) => one.position - other.position),
    skipped: skipped.toArray(),
    counts: countsOf(ledger),
    notes,
  };
}

function countsOf(ledger: BulkLedger): ImportOutcome['counts'] {
  const added = ledger.countOf('add', 'done');
  const failed = ledger.countOf('add', 'failed');
  const unclear = ledger.countOf('add', 'unclear');
  const refused = ledger.counts.refused + ledger.countOf('edit', 'failed') + ledger.countOf('edit', 'unclear');
  const { skipped } = ledger.counts;
  return { added, failed, unclear, waiting: ledger.actions.add - added - failed - unclear, refused, skipped };
}

interface ImportedFile {
  readonly name: string;
  readonly unit: string;
  /** True if the changes are previewed and wait to be started. */
  readonly isPreview: boolean;
  /** Messages from the service during look-ups. */
  readonly said: readonly string[];
}

/** Shows the outcome in a notification, with a button for the full list. Doesn't wait for the user. */
export function notifyImported({ name, unit, isPreview, said }: ImportedFile, outcome: ImportOutcome): void {
  const { changed, unchanged, added, counts, notes } = outcome;
  const parts = [
    ...counted(changed, (count) => (isPreview ? t('{0} to be changed', count) : t('{0} changed', count))),
    ...counted(counts.added, (count) => t('{0} added', count)),
    ...counted(unchanged, (count) => t('{0} unchanged', count)),
    ...counted(counts.skipped, (count) => t('{0} skipped', count)),
    ...counted(counts.refused, (count) => t('{0} refused', count)),
    ...counted(counts.failed, (count) => t('{0} rejected by the service', count)),
    ...counted(counts.waiting, (count) => (isPreview ? t('{0} to be added', count) : t('{0} not sent', count))),
  ];
  const unclear = added.filter(({ state }) => state === 'unclear');
  const open = unclear.length === 0 ? [] : [unclearWords(unclear, unit)];
  const sentence = [
    parts.length === 0 ? t('{0}: nothing to import.', name) : `${name}: ${parts.join(', ')}.`,
    ...open,
    ...notes,
    ...said,
  ];
  const show = t('Show Report');
  const isClean = open.length === 0 && counts.refused + counts.failed + (isPreview ? 0 : counts.waiting) === 0;
  const notify = isClean && notes.length === 0 ? showInformation : showWarning;
  void notify(sentence.join(' '), ...(isClean && counts.skipped === 0 ? [] : [show])).then(async (chosen) => {
    if (chosen !== show) return;
    const content = reportText(name, unit, sentence, outcome);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'plaintext', content }));
  });
}

const stateWords: Readonly<Record<AddOutcome['state'], () => string>> = {
  added: () => t('added'),
  failed: () => t('failed'),
  unclear: () => t('unclear'),
  waiting: () => t('waiting'),
};

function unclearWords(unclear: readonly AddOutcome[], unit: string): string {
  const positions = unclear.slice(0, 5).map(({ position }) => position);
  return t(
    'Could not confirm whether {0} {1} was added: look for it in the list before you import it again.',
    unitWord(unit),
    positions.join(', '),
  );
}

function counted(count: number, words: (count: string) => string): string[] {
  return count === 0 ? [] : [words(formatNumber(count))];
}

function reportText(
  name: string,
  unit: string,
  sentence: readonly string[],
  { added, refused, skipped }: ImportOutcome,
): string {
  // keep texts from the file or service on one line and out of Markdown, where links could run commands
  const line = (position: number, what: string): string =>
    `- ${unitWord(unit)} ${position}: ${what.replaceAll(/\s+/g, ' ')}`;
  return [
    t('Import of {0}', name),
    '',
    ...sentence,
    '',
    ...refused.map(({ position, why }) => line(position, t('refused. {0}', why))),
    ...skipped.map(({ position, why }) => line(position, t('skipped. {0}', why))),
    ...added.map(({ position, state, id, why }) =>
      line(position, [stateWords[state](), id ?? '', why ?? ''].filter(Boolean).join(' ')),
    ),
    '',
  ].join('\n');
}
