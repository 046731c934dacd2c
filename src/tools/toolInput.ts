import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../model/connection/connection.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { Connections } from '../services/connections/connections.ts';

/** A model may send anything, numbers for texts above all. */
export function inputText(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(input, name)?.value;
  // it was rounded on its way here, so it may be another record's id
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new UserError(t('Write {0} as a text: as a number it is rounded.', name));
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** By id or name; without either, the only one there is. */
export function inputConnection(input: unknown, connections: Connections): Connection {
  const wanted = inputText(input, 'connection');
  const all = connections.all();
  const found =
    wanted === undefined
      ? all.length === 1 && all[0]
      : all.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const names = all.map(({ id }) => `“${id}”`).join(', ');
  if (all.length === 0)
    throw new UserError(t('There is no connection to a record service. Ask the person to add one.'));
  throw new UserError(
    wanted === undefined
      ? t('Name the connection: {0}.', names)
      : t('There is no connection “{0}”. There are these: {1}.', quoted(wanted), names),
  );
}

/** What it said, without pushing the rest of the sentence out. */
function quoted(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

export function inputController(input: unknown): ControllerName | undefined {
  const wanted = inputText(input, 'controller');
  if (wanted === undefined) return undefined;
  const name = parseControllerName(wanted);
  if (!name)
    throw new UserError(
      t('“{0}” is not a controller. Name one as <module>/<controller>, such as crm/leads.', quoted(wanted)),
    );
  return name;
}

/** What ends when the conversation gives it up. */
export function abortSignalOf(token: vscode.CancellationToken): AbortSignal {
  const ending = new AbortController();
  if (token.isCancellationRequested) ending.abort();
  token.onCancellationRequested(() => ending.abort());
  return ending.signal;
}
