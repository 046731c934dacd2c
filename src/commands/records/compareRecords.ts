import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedRecords } from '../../documents/comparedRecords.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import { pickOne } from '../../platform/pickOne.ts';
import { addressNamed } from '../addressArgument.ts';
import { type AnyRecord, anyRecordOf, pickRecord, type RecordChoice, recordLines, recordOf } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly compared: ComparedRecords;
}

/**
 * Two records, as two arguments or one list. An open record that is named by its tab, or called alone, is compared with
 * what the service has; otherwise a person is asked for what is missing.
 */
export const compareRecords =
  (parts: Parts) =>
  async (argument?: unknown, second?: unknown): Promise<void> => {
    const [left, right] = Array.isArray(argument) ? (argument as unknown[]) : [argument, second];
    const question = t('Which record should be compared?');
    if (addressNamed(right))
      return compareTwo(parts, await recordOf(left, parts, question), await recordOf(right, parts, question));
    const first = await anyRecordOf(left, parts, question);
    if (left instanceof vscode.Uri && openDocumentOf(first)) return compareWithSaved(parts.compared, first);
    const other = await pickOther(parts, first);
    return other === 'saved' ? compareWithSaved(parts.compared, first) : compareTwo(parts, first, other);
  };

async function pickOther(parts: Parts, first: AnyRecord): Promise<AnyRecord | 'saved'> {
  const question = t('Compare it with which record?');
  if (!openDocumentOf(first)) return pickRecord(parts, question, first);
  const saved = { label: t('What the service has now'), address: 'saved' } as const;
  const lines = [saved, ...recordLines(parts, first)];
  const picked = await pickOne(lines, { placeHolder: question, matchOnDescription: true });
  return picked.address;
}

/** The open document, where it can be edited on, beside what the service has. */
export async function compareWithSaved(compared: ComparedRecords, address: AnyRecord): Promise<void> {
  const { uri, name } = await compared.side(address, 'saved');
  const title = address.kind === 'record' ? t('{0}: saved ↔ yours', name) : t('{0}: defaults ↔ yours', name);
  await vscode.commands.executeCommand('vscode.diff', uri, addressUri(address), title);
}

export async function compareTwo(
  { compared, connections }: Pick<Parts, 'compared' | 'connections'>,
  left: AnyRecord,
  right: AnyRecord,
): Promise<void> {
  const [one, other] = [await compared.side(left, 'now'), await compared.side(right, 'now')];
  const where = (address: AnyRecord): string => connections.get(address.connection)?.name ?? address.connection;
  const title =
    left.connection === right.connection
      ? `${one.name} ↔ ${other.name}`
      : `${one.name}: ${where(left)} ↔ ${where(right)}`;
  await vscode.commands.executeCommand('vscode.diff', one.uri, other.uri, title);
}
