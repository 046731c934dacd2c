import { t } from '@vscode/l10n';
import type { ComparedRecords } from '../../documents/comparedRecords.ts';
import { UserError } from '../../platform/errors.ts';
import { pickOne } from '../../platform/pickOne.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { property } from '../commandArgument.ts';
import { compareTwo } from './compareRecords.ts';
import { type RecordChoice, recordOf } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly compared: ComparedRecords;
}

/** The same record on another connection. Arguments: an address and a connection, or `{ address, connection }`. */
export const compareAcross =
  (parts: Parts) =>
  async (argument?: unknown, second?: unknown): Promise<void> => {
    const named = property(argument, 'address');
    const address = await recordOf(named ?? argument, parts, t('Which record should be compared?'));
    const given = named === undefined ? connectionIn(second) : property(argument, 'connection');
    const connection = given ?? (await pickOther(parts.connections, address.connection));
    await compareTwo(parts, address, { ...address, connection });
  };

function connectionIn(second: unknown): string | undefined {
  return typeof second === 'string' && second !== '' ? second : property(second, 'connection');
}

async function pickOther(connections: Connections, from: string): Promise<string> {
  const others = connections.all().filter(({ id }) => id !== from);
  if (others.length === 0)
    throw new UserError(t('There is no other connection to compare with. Add one with Records: Add Connection.'));
  const picked = await pickOne(
    others.map(({ id, name, baseUrl }) => ({ label: name, description: baseUrl, id })),
    { placeHolder: t('Compare it with the same record on which connection?') },
  );
  return picked.id;
}
