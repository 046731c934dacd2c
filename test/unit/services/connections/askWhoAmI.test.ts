import assert from 'node:assert/strict';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type RunningService, startService } from '../../../../src/demo/service.ts';
import { whoAmIFacts } from '../../../../src/model/connection/whoAmI.ts';
import { askWhoAmI } from '../../../../src/services/connections/askWhoAmI.ts';
import { json, type Script, scriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

describe('askWhoAmI', () => {
  let service: RunningService;
  before(async () => (service = await startService({ records: 20 })));
  after(() => service.close());

  async function facts(url: string, token?: string): Promise<Record<string, string | undefined>> {
    const connection = testConnection(url);
    const client = new RecordClient(connection, { token: async () => token });
    try {
      const reported = whoAmIFacts(await askWhoAmI(client), connection);
      return Object.fromEntries(reported.map(({ label, value }) => [label, value]));
    } finally {
      await client.close();
    }
  }

  async function scripted(script: Script): Promise<Record<string, string | undefined>> {
    const other = await scriptedService(script);
    try {
      return await facts(other.url);
    } finally {
      await other.close();
    }
  }

  it('reports what the responses of the demo include', async () => {
    const reported = await facts(service.url, service.tokens.clerk);
    assert.ok(reported['User']);
    assert.ok(reported['Organization']);
    assert.match(reported['Roles'] ?? '', /clerk/i);
    assert.deepEqual([reported['Public sign-up'], reported['Several organizations']], ['yes', 'no']);
  });

  it('reads the facts from the license if the service has them only there', async () => {
    const reported = await scripted(({ path }, response) =>
      path.includes('license')
        ? json(response, {
            errors: [],
            license_agreement: '',
            organization_name: 'Acme',
            user_id: 9,
            user_fullname: 'Zoë',
          })
        : json(response, { errors: ['no'] }, 403),
    );
    assert.deepEqual(
      [reported['User'], reported['User id'], reported['Organization'], reported['Roles'], reported['Public sign-up']],
      ['Zoë', '9', 'Acme', undefined, undefined],
    );
  });

  it('finds several roles in the record of the user', async () => {
    const reported = await scripted(({ path }, response) =>
      path.endsWith('/view')
        ? json(response, {
            errors: [],
            user_id: '9',
            data: { users: { id: '9', roles_users: [{ role_id: 'a', __role_id: 'Clerk' }, { role_id: 'b' }] } },
          })
        : json(response, { errors: [], license_agreement: '', user_id: '9', data: { users: {} } }),
    );
    assert.equal(reported['Roles'], 'Clerk, b');
  });

  it('fails only when nothing is known', async () => {
    await assert.rejects(
      scripted((_, response) => json(response, { errors: ['The token has expired.'] }, 401)),
      { code: 'notSignedIn' },
    );
  });
});
