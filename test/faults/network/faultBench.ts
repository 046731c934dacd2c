import { controllerName } from '../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { RecordClient } from '../../../src/service/documented/recordClient.ts';
import type { NetworkChoices } from '../../../src/model/connection/connection.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { type BulkService, bulkService } from '../../support/bulkService.ts';
import { testConnection } from '../../support/testConnection.ts';
import { type ShapingProxy, shapingProxy } from './shapingProxy.ts';

export const leads = controllerName('crm', 'leads');
const token = 'a-token-that-nobody-else-may-see';

/** A client, a service, and a proxy between them. */
export interface FaultBench {
  readonly service: BulkService;
  readonly proxy: ShapingProxy;
  readonly client: RecordClient;
  readonly close: () => Promise<void>;
}

export async function faultBench(
  network: Partial<NetworkChoices> = {},
  tls?: { key: string; cert: string },
): Promise<FaultBench> {
  const service = await bulkService(40);
  const proxy = await shapingProxy(service.url, tls);
  const client = connect(proxy.url, network);
  return {
    service,
    proxy,
    client,
    close: async () => {
      await client.close();
      await proxy.close();
      await service.close();
    },
  };
}

export function connect(url: string, network: Partial<NetworkChoices> = {}): RecordClient {
  return new RecordClient(testConnection(url, { pathSuffix: 'always' }, network), { token: async () => token });
}

/**
 * Returns the failure, or undefined. Asserts that it is a `ServiceError` whose message says what failed, why, and what
 * to do.
 */
export async function outcome(work: Promise<unknown>): Promise<ServiceError | undefined> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason ?? new Error('rejected with nothing'),
  );
  if (error === undefined) return undefined;
  assert.ok(error instanceof ServiceError, inspect(error));
  assert.match(error.message, /^Could not [^\n:]+: [^\n]+\. [A-Z][^\n]+\.$/);
  assert.doesNotMatch(error.message, /undefined|\[object|HPE_|UND_ERR|ECONN|[Ee]rror:/);
  assert.ok(error.message.length < 400, error.message);
  assert.ok(!error.message.includes(token));
  return error;
}
