import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  addressParts,
  type NewRecordAddress,
  type RecordAddress,
  type RecordsAddress,
} from '../../model/address/address.ts';
import { whyNotAllowed, type WriteOperation } from '../../model/writePermission.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { addressedTabs } from '../../platform/addressedTabs.ts';
import { workingFirst } from '../../platform/openRecords.ts';
import { pickOne } from '../../platform/ui/questions.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { KnownRights } from '../../services/records/knownRights.ts';
import type { Recents } from '../../services/remembered/recents.ts';
import { addressInFront, addressNamed } from '../addressArgument.ts';

export type AnyRecord = RecordAddress | NewRecordAddress;

export interface RecordChoice {
  readonly connections: Connections;
  readonly recents: Recents;
  readonly rights: Pick<KnownRights, 'get'>;
}

/** The record a command applies to: the named one, the active one, or one the user picks. */
export async function recordOf(
  argument: unknown,
  choice: RecordChoice,
  question: string,
  operation?: WriteOperation,
): Promise<RecordAddress> {
  const address = anyRecordNamed(argument);
  if (address?.kind === 'newRecord') throw new UserError(t('This record has not been added yet. Save it first.'));
  return address ?? pickRecord(choice, question, { operation });
}

/** Same as `recordOf`, but also accepts a new record. */
export async function anyRecordOf(
  argument: unknown,
  choice: RecordChoice,
  question: string,
  operation?: WriteOperation,
): Promise<AnyRecord> {
  return anyRecordNamed(argument) ?? pickRecord(choice, question, { operation });
}

/** How many questions `recordOf` asks. */
export function questionsForRecord(argument: unknown): 0 | 1 {
  const inFront = argument === undefined ? addressInFront() : undefined;
  return argument === undefined && (inFront === undefined || inFront.kind === 'listView') ? 1 : 0;
}

function anyRecordNamed(argument: unknown): AnyRecord | undefined {
  const address = argument === undefined ? addressInFront() : addressNamed(argument);
  if (address && address.kind !== 'listView') return address;
  if (argument === undefined) return undefined;
  throw new UserError(t('Could not determine which record to use. Specify its connection, controller and id.'));
}

interface Wanted {
  readonly besides?: AnyRecord;
  /** Limits the choice to records that allow this operation, as far as known. */
  readonly operation?: WriteOperation | undefined;
}

/** Offers open and recently opened records. */
export async function pickRecord(
  choice: RecordChoice,
  question: string,
  { besides, operation }: Wanted = {},
): Promise<RecordAddress> {
  const isOffered = ({ address }: RecordLine): boolean =>
    operation === undefined ||
    whyNotAllowed(operation, choice.connections.get(address.connection), choice.rights.get(address)) === undefined;
  const lines = recordLines(choice, besides).filter(isOffered);
  const picked = await pickOne(lines, {
    placeHolder: lines.length === 0 ? t('No recently opened records. Open one first.') : question,
    matchOnDescription: true,
  });
  return picked.address;
}

export interface RecordLine extends vscode.QuickPickItem {
  readonly address: RecordAddress;
}

export function recordLines(
  { connections, recents }: Pick<RecordChoice, 'connections' | 'recents'>,
  besides?: AnyRecord,
): RecordLine[] {
  const lines = new Map<string, RecordLine>();
  const open = addressedTabs().map(({ tab, address }) => ({ address, label: tab.label }));
  for (const { address, label } of [...open, ...recents.shown()]) {
    const key = keyOf(address);
    if (address.kind !== 'record' || lines.has(key) || (besides && keyOf(besides) === key)) continue;
    const connection = connections.get(address.connection)?.name ?? address.connection;
    lines.set(key, { label, description: `${address.controller} · ${connection}`, address });
  }
  return workingFirst([...lines.values()], ({ address }) => address.connection);
}

function keyOf(address: RecordsAddress): string {
  const { authority, path } = addressParts(address);
  return `${authority}${path}`;
}
