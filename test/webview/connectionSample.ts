import { defaultNetworkChoices } from '../../src/model/connection/connection.ts';
import { draftOf } from '../../src/model/connection/connectionDraft.ts';
import type { Handlers } from '../../src/features/common/channel.ts';
import type { connectionFormHost, ConnectionFormStart } from '../../src/features/connection/connectionProtocol.ts';
import { testConnection } from '../support/testConnection.ts';

const connection = testConnection('https://records.example.com');
const saved = draftOf(connection, defaultNetworkChoices);

/** A connection that nobody has changed. */
export const connectionStart: ConnectionFormStart = {
  connection: connection.id,
  saved,
  lookUps: ['Look-ups of crm/leads use “All leads”.'],
  draft: saved,
  usual: { timeoutSeconds: 30, pageSize: 100, proxy: '' },
};

/** One whose form has something wrong in it. */
export const wrongConnection: ConnectionFormStart = {
  ...connectionStart,
  draft: { ...saved, name: '', pageSize: 'many' },
};

/** A host that writes nothing down. */
export function connectionHost(start: ConnectionFormStart): Handlers<typeof connectionFormHost> {
  const tried = { works: true, sentence: 'It works.' };
  return { start: () => start, save: () => null, test: () => tried, tryAddress: () => tried };
}
