import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { Clients } from '../connections/clients.ts';
import { isAway, type LastSeen } from '../lists/lastSeen.ts';
import { createDraft, type Draft, type ReadRecord } from './draft.ts';
import type { OpenAddress } from './keptDrafts.ts';
import { unlessRefused } from './lookAgain.ts';

type ClientSource = Pick<Clients, 'get'>;

export async function askForm(clients: ClientSource, address: OpenAddress): Promise<ReadRecord> {
  const client = await clients.get(address.connection);
  const form = await (address.kind === 'record'
    ? client.open(address.controller, address.id)
    : client.form(address.controller, 'add'));
  return { form, madeFor: client.connection.baseUrl };
}

/** From memory when the service is away; then it is told since when. */
export async function askOrRemember(
  ask: () => Promise<ReadRecord>,
  seen: LastSeen,
  address: OpenAddress,
): Promise<ReadRecord & { readonly seenAt?: number }> {
  try {
    return await ask();
  } catch (error) {
    const known = isAway(error, address.connection) && address.kind === 'record' ? seen.form(address) : undefined;
    if (!known) throw error;
    return known;
  }
}

/** A record that came back with unsaved changes may be gone by now: then the form of a new one shows them. */
export async function restoredDraft(clients: ClientSource, address: OpenAddress): Promise<Draft> {
  const read = await unlessRefused(() => askForm(clients, address));
  if (!(read instanceof ServiceError)) {
    const draft = createDraft(address, read);
    if (read.form.isDeleted) draft.tell('deleted', t('{0} is deleted.', draft.nameFirst));
    return draft;
  }
  const { connection, controller } = address;
  const add = (): Promise<ReadRecord> => askForm(clients, { kind: 'newRecord', connection, controller, number: 1 });
  const blank = read.code === 'notFound' ? await unlessRefused(add) : read;
  if (blank instanceof ServiceError) throw read;
  const draft = createDraft(address, blank);
  draft.tell('deleted', t('{0} was deleted meanwhile.', draft.nameFirst));
  return draft;
}
