import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ComparedRecords } from '../../documents/comparedRecords.ts';
import type { Lazy } from '../../services/common/lazy.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import { inSteps } from '../../platform/ui/steps.ts';
import { pickOne } from '../../platform/ui/questions.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { addressNamed } from '../addressArgument.ts';
import { type RecordArgument, textIn } from '../commandArgument.ts';
import {
  type AnyRecord,
  anyRecordOf,
  pickRecord,
  questionsForRecord,
  type RecordChoice,
  recordLines,
  recordOf,
} from './recordArgument.ts';
import { openDiff } from '../../platform/ui/documentTexts.ts';

interface CompareDeps extends RecordChoice {
  readonly records: Lazy<{ readonly compared: ComparedRecords }>;
}

declare module '../../platform/runCommand.ts' {
  interface CommandArguments {
    compareRecords: [argument?: RecordArgument | readonly RecordArgument[], second?: RecordArgument];
    compareAcross: [argument?: RecordArgument | { readonly address: string; connection: string }, second?: string];
  }
}

/**
 * Compares two records, passed as two arguments or one array. An open record passed by its tab is compared with the
 * saved version; otherwise asks for what is missing, offering the saved version of an open record.
 */
export async function compareRecords(argument: unknown, deps: CompareDeps, second?: unknown): Promise<void> {
  const [left, right] = Array.isArray(argument) ? (argument as unknown[]) : [argument, second];
  const question = t('Which record should be compared?');
  if (addressNamed(right))
    return compareTwo(deps, await recordOf(left, deps, question), await recordOf(right, deps, question));
  const { first, other } = await inSteps(questionsForRecord(left) + 1, async () => {
    const chosen = await anyRecordOf(left, deps, question);
    const isItsTab = left instanceof vscode.Uri && openDocumentOf(chosen) !== undefined;
    return { first: chosen, other: isItsTab ? 'saved' : await pickOtherRecord(deps, chosen) };
  });
  if (other !== 'saved') return compareTwo(deps, first, other);
  return compareWithSaved((await deps.records.get()).compared, first);
}

async function pickOtherRecord(choice: RecordChoice, first: AnyRecord): Promise<AnyRecord | 'saved'> {
  const question = t('Compare with which record?');
  if (!openDocumentOf(first)) return pickRecord(choice, question, { besides: first });
  const saved = { label: t('Current version in the service'), address: 'saved' } as const;
  const lines = [saved, ...recordLines(choice, first)];
  const picked = await pickOne(lines, { placeHolder: question, matchOnDescription: true });
  return picked.address;
}

/**
 * Compares a record with the same record on another connection. Arguments: an address and a connection, or `{ address,
 * connection }`.
 */
export async function compareAcross(argument: unknown, deps: CompareDeps, second?: unknown): Promise<void> {
  const named = textIn(argument, 'address');
  const given = named === undefined ? connectionIn(second) : textIn(argument, 'connection');
  const { address, connection } = await inSteps(
    questionsForRecord(named ?? argument) + (given === undefined ? 1 : 0),
    async () => {
      const record = await recordOf(named ?? argument, deps, t('Which record should be compared?'));
      return {
        address: record,
        connection: given ?? (await pickOtherConnection(deps.connections, record.connection)),
      };
    },
  );
  await compareTwo(deps, address, { ...address, connection });
}

function connectionIn(second: unknown): string | undefined {
  return typeof second === 'string' && second !== '' ? second : textIn(second, 'connection');
}

async function pickOtherConnection(connections: Connections, from: string): Promise<string> {
  const others = connections.all().filter(({ id }) => id !== from);
  if (others.length === 0)
    throw new UserError(t('There is no other connection to compare with. Add one with Recordbench: Add Connection.'));
  const picked = await pickOne(
    others.map(({ id, name, baseUrl }) => ({ label: name, description: baseUrl, id })),
    { placeHolder: t('Compare with the same record on which connection?') },
  );
  return picked.id;
}

async function compareTwo({ records, connections }: CompareDeps, left: AnyRecord, right: AnyRecord): Promise<void> {
  const { compared } = await records.get();
  const [one, other] = [await compared.side(left, 'now'), await compared.side(right, 'now')];
  const where = (address: AnyRecord): string => connections.get(address.connection)?.name ?? address.connection;
  const title =
    left.connection === right.connection
      ? `${one.name} ↔ ${other.name}`
      : `${one.name}: ${where(left)} ↔ ${where(right)}`;
  await openDiff(one.uri, other.uri, title);
}

/** Compares the saved version with the open document, which stays editable. */
export async function compareWithSaved(compared: ComparedRecords, address: AnyRecord): Promise<void> {
  const { uri, name } = await compared.side(address, 'saved');
  const title = address.kind === 'record' ? t('{0}: saved ↔ yours', name) : t('{0}: defaults ↔ yours', name);
  await openDiff(uri, addressUri(address), title);
}
