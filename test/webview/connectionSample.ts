import { defaultNetworkChoices } from '../../src/model/connection/connection.ts';
import { draftOf } from '../../src/model/connection/connectionInput.ts';
import type { Handlers } from '../../src/features/common/channel.ts';
import type { connectionFormHost, ConnectionFormStart } from '../../src/features/connection/connectionProtocol.ts';
import { testConnection } from '../support/testConnection.ts';

const connection = testConnection('https://records.example.com');
const saved = draftOf(connection, defaultNetworkChoices);

/** An unchanged connection. */
export const connectionStart: ConnectionFormStart = {
  connection: connection.id,
  saved,
  lookUps: ['Look-ups of crm/leads use “All leads”.'],
  draft: saved,
  usual: { timeoutSeconds: 30, pageSize: 100, proxy: '' },
};

/** A connection form with errors. */
export const wrongConnection: ConnectionFormStart = {
  ...connectionStart,
  draft: { ...saved, name: '', pageSize: 'many' },
};

/** A host that stores nothing. */
export function connectionHost(start: ConnectionFormStart): Handlers<typeof connectionFormHost> {
  const tried = { works: true, sentence: 'It works.' };
  return { start: () => start, save: () => null, test: () => tried, tryAddress: () => tried };
}
