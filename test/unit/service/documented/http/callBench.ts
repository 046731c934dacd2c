import { controllerName } from '../../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { ServiceOptions } from '../../../../../src/service/recordService.ts';
import { RecordClient } from '../../../../../src/service/documented/recordClient.ts';
import type { NetworkChoices } from '../../../../../src/model/connection/connection.ts';
import type { ServiceError, ServiceErrorCode } from '../../../../../src/model/errors.ts';
import { failure } from '../../../../support/failure.ts';
import { type Script, scriptedService, type ScriptedService } from '../../../../support/scriptedService.ts';
import { testConnection } from '../../../../support/testConnection.ts';

export const leads = controllerName('crm', 'leads');
export const page = { paginate: { data: [{ 'leads.id': '1' }], header: [], primary_key: 'leads.id' }, errors: [] };

/** Clients of scripted services; call `close` after each test. */
export class CallBench {
  readonly #running: { close(): Promise<void> }[] = [];

  async start(
    script: Script,
    network: Partial<NetworkChoices> = {},
    tls?: { key: string; cert: string },
  ): Promise<{ service: ScriptedService; client: RecordClient }> {
    const service = await scriptedService(script, tls);
    const client = this.connect(service.url, network);
    this.#running.push(service);
    return { service, client };
  }

  connect(url: string, network: Partial<NetworkChoices> = {}, options: Partial<ServiceOptions> = {}): RecordClient {
    const client = new RecordClient(testConnection(url, { pathSuffix: 'always' }, network), {
      token: async () => 'secret-token',
      ...options,
    });
    this.#running.unshift(client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((each) => each.close()));
  }
}

/** Asserts that the call fails with one sentence that doesn't contain the token. */
export async function failedCall(promise: Promise<unknown>, code: ServiceErrorCode): Promise<ServiceError> {
  const error = await failure(promise, code, /^Could not [^]+[.?]$/);
  assert.ok(!error.message.includes('secret-token'));
  return error;
}
