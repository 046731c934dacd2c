import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { unitWord } from '../../model/import/importPlan.ts';
import type { AddOutcome, ImportOutcome } from './importOutcome.ts';
import { formatNumber } from '../../model/formatNumber.ts';

interface Told {
  readonly name: string;
  readonly unit: string;
  /** The changes are shown and wait to be started. */
  readonly isPreview: boolean;
}

/** Says what came of a file, with the whole list a click away. Nobody waits for the answer. */
export function tellImported({ name, unit, isPreview }: Told, outcome: ImportOutcome): void {
  const { changed, unchanged, added, refused, notes } = outcome;
  const inState = (state: AddOutcome['state']): number => added.filter((one) => one.state === state).length;
  const parts = [
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
    parts.length === 0 ? t('{0}: there is nothing in it to import.', name) : `${name}: ${parts.join(', ')}.`,
    ...open,
    ...notes,
  ];
  const show = t('Show Report');
  const isClean = open.length === 0 && refused.length + inState('failed') + (isPreview ? 0 : inState('waiting')) === 0;
  const tell = isClean && notes.length === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  void tell(sentence.join(' '), ...(isClean ? [] : [show])).then(async (chosen) => {
    if (chosen !== show) return;
    const content = reportText(name, unit, sentence, outcome);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
  });
}

const stateWords: Readonly<Record<AddOutcome['state'], () => string>> = {
  added: () => t('added'),
  failed: () => t('failed'),
  unclear: () => t('unclear'),
  waiting: () => t('waiting'),
};

function unclearWords(unclear: readonly AddOutcome[], unit: string): string {
  const places = unclear.slice(0, 5).map(({ place }) => place);
  return t(
    'Nobody can tell whether {0} {1} was added: look for it in the list before you import it again.',
    unitWord(unit),
    places.join(', '),
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
  const line = (place: number, what: string): string => `- ${unitWord(unit)} ${place}: ${what}`;
  return [
    t('# Import of {0}', name),
    '',
    ...sentence,
    '',
    ...refused.map(({ place, why }) => line(place, t('refused. {0}', why))),
    ...added.map(({ place, state, id, why }) =>
      line(place, [stateWords[state](), id ?? '', why ?? ''].filter(Boolean).join(' ')),
    ),
    '',
  ].join('\n');
}
