import {
  type Connection,
  defaultNetworkChoices,
  defaultServiceChoices,
  type NetworkChoices,
  type ServiceChoices,
} from '../../src/model/connection/connection.ts';

export function testConnection(
  baseUrl: string,
  choices: Partial<ServiceChoices> = {},
  network: Partial<NetworkChoices> = {},
): Connection {
  return {
    id: 'test',
    name: 'Test',
    baseUrl,
    readOnly: false,
    choices: { ...defaultServiceChoices, ...choices },
    network: { ...defaultNetworkChoices, timeoutMs: 5_000, ...network },
  };
}
