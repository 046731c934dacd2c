import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { Clients } from '../connections/clients.ts';
import { isAway, type LastSeen } from '../lists/lastSeen.ts';
import { Draft } from './draft.ts';
import type { OpenAddress } from './keptDrafts.ts';
import { unlessRefused } from './lookAgain.ts';

type ClientSource = Pick<Clients, 'get'>;

export async function askForm(clients: ClientSource, address: OpenAddress): Promise<RecordForm> {
  const client = await clients.get(address.connection);
  return address.kind === 'record'
    ? client.open(address.controller, address.id)
    : client.form(address.controller, 'add');
}

/** From memory when the service is away; then it is told since when. */
export async function askOrRemember(
  ask: () => Promise<RecordForm>,
  seen: LastSeen,
  address: OpenAddress,
): Promise<{ readonly form: RecordForm; readonly seenAt?: number }> {
  try {
    return { form: await ask() };
  } catch (error) {
    const known = isAway(error, address.connection) && address.kind === 'record' ? seen.form(address) : undefined;
    if (!known) throw error;
    return known;
  }
}

/** A record that came back with unsaved changes may be gone by now: then the form of a new one shows them. */
export async function restoredDraft(clients: ClientSource, address: OpenAddress): Promise<Draft> {
  const form = await unlessRefused(() => askForm(clients, address));
  if (!(form instanceof ServiceError)) {
    const draft = new Draft(address, form);
    if (form.isDeleted) draft.tell('deleted', t('{0} is deleted.', draft.nameFirst));
    return draft;
  }
  const client = await clients.get(address.connection);
  const add = (): Promise<RecordForm> => client.form(address.controller, 'add');
  const blank = form.code === 'notFound' ? await unlessRefused(add) : form;
  if (blank instanceof ServiceError) throw form;
  const draft = new Draft(address, blank);
  draft.tell('deleted', t('{0} was deleted meanwhile.', draft.nameFirst));
  return draft;
}
