import { t } from '@vscode/l10n';
import type { Connection } from '../model/connection/connection.ts';
import { type ControllerName, parseControllerName } from '../model/controller.ts';
import { UserError } from '../platform/errorReporter.ts';
import type { Connections } from '../services/connections/connections.ts';

/** A model may send anything, often numbers instead of strings. */
export function inputText(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(input, name)?.value;
  // it was rounded in transit, so it may be another record's id
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new UserError(t('Write {0} as a string; as a number it would be rounded.', name));
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** Finds a connection by id or name; without either, the only one. */
export function inputConnection(input: unknown, connections: Connections): Connection {
  const wanted = inputText(input, 'connection');
  const isWanted = ({ id, name }: Connection): boolean => id === wanted || name.toLowerCase() === wanted?.toLowerCase();
  const all = openToModels(connections);
  const found = wanted === undefined ? all.length === 1 && all[0] : all.find(isWanted);
  if (found) return found;
  if (wanted !== undefined && connections.all().some(isWanted))
    throw new UserError(
      t('The connection “{0}” is not available to language models. Only the user can change that.', quoted(wanted)),
    );
  const names = all.map(({ id }) => `“${id}”`).join(', ');
  if (all.length === 0) throw new UserError(t('There is no connection to a record service. Ask the user to add one.'));
  throw new UserError(
    wanted === undefined
      ? t('Specify the connection: {0}.', names)
      : t('There is no connection “{0}”. Available connections: {1}.', quoted(wanted), names),
  );
}

/** The named connection, or all that models may read. */
export function inputConnections(input: unknown, connections: Connections): readonly Connection[] {
  return inputText(input, 'connection') === undefined
    ? openToModels(connections)
    : [inputConnection(input, connections)];
}

function openToModels(connections: Connections): readonly Connection[] {
  return connections.all().filter(({ languageModels }) => languageModels !== 'off');
}

/** Quotes the input, truncated so that the rest of the message stays readable. */
function quoted(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

export function inputController(input: unknown): ControllerName | undefined {
  const wanted = inputText(input, 'controller');
  if (wanted === undefined) return undefined;
  const name = parseControllerName(wanted);
  if (!name)
    throw new UserError(
      t('“{0}” is not a controller. Specify one as <module>/<controller>, such as crm/leads.', quoted(wanted)),
    );
  return name;
}
