import * as vscode from 'vscode';
import type { ImportRefusal } from '../model/importWork.ts';
import type { AddOutcome } from '../services/import/addRecords.ts';

export interface ImportOutcome {
  /** The run that changes records, when there is one. */
  readonly run?: string;
  readonly changed: number;
  readonly unchanged: number;
  readonly added: readonly AddOutcome[];
  readonly refused: readonly ImportRefusal[];
  readonly notes: readonly string[];
}

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
    counted(changed, isPreview ? 'to be changed' : 'changed'),
    counted(inState('added'), 'added'),
    counted(unchanged, 'unchanged'),
    counted(refused.length, 'refused'),
    counted(inState('failed'), 'not taken by the service'),
    counted(inState('waiting'), 'not sent'),
  ].filter((part) => part !== undefined);
  const unclear = added.filter(({ state }) => state === 'unclear');
  const open = unclear.length === 0 ? [] : [unclearWords(unclear, unit)];
  const sentence = [
    `${name}: ${parts.length === 0 ? 'there is nothing in it to import' : parts.join(', ')}.`,
    ...open,
    ...notes,
  ];
  const show = 'Show Report';
  const isClean = open.length === 0 && refused.length + inState('failed') + inState('waiting') === 0;
  const tell = isClean && notes.length === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  void tell(sentence.join(' '), ...(isClean ? [] : [show])).then(async (chosen) => {
    if (chosen !== show) return;
    const content = reportText(name, unit, sentence, outcome);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
  });
}

function unclearWords(unclear: readonly AddOutcome[], unit: string): string {
  const places = unclear.slice(0, 5).map(({ place }) => place);
  return `Nobody can tell whether ${unit} ${places.join(', ')} was added: look for it in the list before you import it again.`;
}

function counted(count: number, word: string): string | undefined {
  return count === 0 ? undefined : `${count.toLocaleString()} ${word}`;
}

function reportText(
  name: string,
  unit: string,
  sentence: readonly string[],
  { added, refused }: ImportOutcome,
): string {
  const line = (place: number, what: string): string => `- ${unit} ${place}: ${what}`;
  return [
    `# Import of ${name}`,
    '',
    ...sentence,
    '',
    ...refused.map(({ place, why }) => line(place, `refused. ${why}`)),
    ...added.map(({ place, state, id, why }) => line(place, [state, id ?? '', why ?? ''].filter(Boolean).join(' '))),
    '',
  ].join('\n');
}
