import { controllerName } from '../../src/model/controller.ts';
import assert from 'node:assert/strict';
import type { SecretStorage } from 'vscode';
import { RecordClient } from '../../src/service/documented/recordClient.ts';
import { ServiceError } from '../../src/model/errors.ts';
import { SecretTokenVault } from '../../src/platform/secretTokenVault.ts';
import { json, scriptedService } from '../support/scriptedService.ts';
import { testConnection } from '../support/testConnection.ts';
import { noteOutcome } from './outcomes.ts';

const leads = controllerName('crm', 'leads');

describe('secret storage that refuses', () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('org.freedesktop.Secret: locked'));
  const vault = new SecretTokenVault({
    get: refuse,
    store: refuse,
    delete: refuse,
    onDidChange: () => undefined,
  } as unknown as SecretStorage);

  it('is reported with an error, and nothing is sent without the token', async () => {
    const service = await scriptedService((_, response) => json(response, { errors: [] }));
    const connection = testConnection(service.url);
    const client = new RecordClient(connection, { token: () => vault.get(connection) });
    try {
      for (const call of [() => client.records(leads, {}), () => client.sendDelete(leads, '7')]) {
        const error: unknown = await call().catch((reason: unknown) => reason);
        assert.ok(error instanceof ServiceError);
        assert.deepEqual([error.code, error.effect], ['notSignedIn', 'notSent']);
        assert.match(error.message, /: VS Code's secret storage did not return the token\. Unlock this/);
        noteOutcome('SecretStorage refuses to give', 1, error.message);
      }
      assert.deepEqual(service.received, []);
    } finally {
      await client.close();
      await service.close();
    }
  });

  it('is reported with an error when a token is set or deleted', async () => {
    const connection = testConnection('http://127.0.0.1:9');
    for (const change of [() => vault.set(connection, 'token'), () => vault.delete(connection.id)]) {
      const error: unknown = await change().catch((reason: unknown) => reason);
      assert.ok(error instanceof Error);
      assert.match(error.message, /^Could not change the token: VS Code's secret storage refused\. Unlock this/);
      noteOutcome('SecretStorage refuses to keep', 1, error.message);
    }
  });
});
