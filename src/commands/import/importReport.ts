import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { BulkLedger, EntryState } from '../../model/bulk/bulkLedger.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { unitWord } from '../../model/import/importPlan.ts';
import type { ImportRefusal } from '../../model/import/importWork.ts';
import { positionOfEntry } from '../../services/import/plannedAdds.ts';
import { showInformation, showWarning } from '../../platform/ui/notifications.ts';

/** What became of a new record. `unclear`: it was sent, and nobody can tell whether it arrived. `waiting`: it was not sent. */
export interface AddOutcome {
  readonly position: number;
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
  positions: ReadonlyMap<string, number>,
  notes: readonly string[],
  isRun: boolean,
): ImportOutcome {
  const edits = entries.filter(({ action }) => action === 'edit');
  const failed = edits.filter(({ state }) => state === 'failed' || state === 'unclear');
  const refused = [
    ...entries.flatMap(({ id, state, why }) =>
      state === 'refused' ? [{ position: positionOfEntry(id) ?? positions.get(id) ?? 0, why: why ?? '' }] : [],
    ),
    ...failed.map(({ id, why }) => ({ position: positions.get(id) ?? 0, why: t('Record {0}: {1}', id, why ?? '') })),
  ];
  return {
    ...(isRun && { run: plan.run }),
    changed: edits.filter(({ state }) => state === (isRun ? 'done' : 'waiting')).length,
    unchanged: counts.unchanged,
    added: entries.flatMap(({ id, action, state, made, why }) =>
      action === 'add'
        ? [
            {
              position: positionOfEntry(id) ?? 0,
              state: addStates[state] ?? 'waiting',
              ...(made !== undefined && { id: made }),
              ...(why !== undefined && state !== 'done' && { why }),
            },
          ]
        : [],
    ),
    refused: refused.toSorted((one, other) => one.position - other.position),
    notes,
  };
}

interface ImportedFile {
  readonly name: string;
  readonly unit: string;
  /** The changes are shown and wait to be started. */
  readonly isPreview: boolean;
  /** What the service said beside what was looked up for it. */
  readonly said: readonly string[];
}

/** Says what came of a file, with the whole list a click away. Nobody waits for the answer. */
export function tellImported({ name, unit, isPreview, said }: ImportedFile, outcome: ImportOutcome): void {
  const { changed, unchanged, added, refused, notes } = outcome;
  const inState = (state: AddOutcome['state']): number => added.filter((one) => one.state === state).length;
  const counts = [
    ...counted(changed, (count) => (isPreview ? t('{0} to be changed', count) : t('{0} changed', count))),
    ...counted(inState('added'), (count) => t('{0} added', count)),
    ...counted(unchanged, (count) => t('{0} unchanged', count)),
    ...counted(refused.length, (count) => t('{0} refused', count)),
    ...counted(inState('failed'), (count) => t('{0} not taken by the service', count)),
    ...counted(inState('waiting'), (count) => (isPreview ? t('{0} to be added', count) : t('{0} not sent', count))),
  ];
  const unclear = added.filter(({ state }) => state === 'unclear');
  const open = unclear.length === 0 ? [] : [unclearWords(unclear, unit)];
  const sentence = [
    counts.length === 0 ? t('{0}: there is nothing in it to import.', name) : `${name}: ${counts.join(', ')}.`,
    ...open,
    ...notes,
    ...said,
  ];
  const show = t('Show Report');
  const isClean = open.length === 0 && refused.length + inState('failed') + (isPreview ? 0 : inState('waiting')) === 0;
  const tell = isClean && notes.length === 0 ? showInformation : showWarning;
  void tell(sentence.join(' '), ...(isClean ? [] : [show])).then(async (chosen) => {
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
    'Nobody can tell whether {0} {1} was added: look for it in the list before you import it again.',
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
  { added, refused }: ImportOutcome,
): string {
  // what a file or a service says stays on its own line, and is no Markdown, whose links could run commands
  const line = (position: number, what: string): string =>
    `- ${unitWord(unit)} ${position}: ${what.replaceAll(/\s+/g, ' ')}`;
  return [
    t('Import of {0}', name),
    '',
    ...sentence,
    '',
    ...refused.map(({ position, why }) => line(position, t('refused. {0}', why))),
    ...added.map(({ position, state, id, why }) =>
      line(position, [stateWords[state](), id ?? '', why ?? ''].filter(Boolean).join(' ')),
    ),
    '',
  ].join('\n');
}
