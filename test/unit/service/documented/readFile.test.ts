import assert from 'node:assert/strict';
import type { Attachment } from '../../../../src/model/form/attachment.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import { startService, type RunningService } from '../../../../src/demo/service.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { json, type Script, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { testConnection } from '../../../support/testConnection.ts';

describe('reading a stored file', () => {
  let service: ScriptedService;
  let client: RecordClient;
  let script: Script;

  beforeEach(async () => {
    service = await scriptedService((...given) => script(...given));
    client = new RecordClient(testConnection(service.url), { token: async () => 'sesame-open' });
  });
  afterEach(async () => {
    await client.close();
    await service.close();
  });

  const fileAt = (url: string, kind: 'service' | 'elsewhere' = 'service'): Attachment => ({
    at: ['scan'],
    value: url,
    name: 'a.png',
    location: { kind, url },
  });

  it('sends the token to the service, and returns the bytes as they are', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 0]);
    script = (_, response) => response.setHeader('content-type', 'image/png').end(bytes);
    assert.deepEqual(Buffer.from(await client.readFile(fileAt(`${service.url}/files/a.png?v=1`))), bytes);
    const [request] = service.received;
    assert.deepEqual(
      [request?.path, request?.query.get('v'), request?.headers.authorization, request?.headers.accept],
      ['/files/a.png', '1', 'Bearer sesame-open', '*/*'],
    );
  });

  it('sends nothing to another address', async () => {
    const other = await scriptedService((_, response) => response.end('x'));
    try {
      await assert.rejects(client.readFile(fileAt(`${other.url}/a.png`, 'elsewhere')), /provides no address for it/);
      await assert.rejects(client.readFile(fileAt(`${other.url}/a.png`)), /to which the token is never sent/);
      script = (_, response) => response.writeHead(302, { location: `${other.url}/a.png` }).end();
      await assert.rejects(client.readFile(fileAt(`${service.url}/a.png`)), /to which the token is never sent/);
      assert.deepEqual(other.received, []);
    } finally {
      await other.close();
    }
  });

  it('reports an error, a web page or data instead of returning it as the file', async () => {
    const file = fileAt(`${service.url}/a.png`);
    script = (_, response) => json(response, { errors: ['Not yours.'] });
    await assert.rejects(client.readFile(file), /Could not read the file a\.png: Not yours\./);
    script = (_, response) => json(response, { errors: [], data: {} });
    await assert.rejects(client.readFile(file), /it contains data instead of the file/);
    script = (_, response) => response.setHeader('content-type', 'text/html').end('<title>Sign in</title>');
    await assert.rejects(client.readFile(file), /web page “Sign in”/);
    script = (_, response) => response.writeHead(404).end();
    await assert.rejects(client.readFile(file), { code: 'notFound' });
  });

  describe('of the demo', () => {
    let demo: RunningService;
    let reader: RecordClient;
    before(async () => {
      demo = await startService({ records: 20 });
      reader = new RecordClient(testConnection(demo.url), { token: async () => demo.tokens.reader });
    });
    after(async () => {
      await reader.close();
      await demo.close();
    });

    it('returns the sample files of the first leads', async () => {
      const leads = controllerName('crm', 'leads');
      const begins = { '1': '\x89PNG', '2': 'Offer 2\n', '3': '%PDF-1.4' };
      for (const [id, begin] of Object.entries(begins)) {
        const [file = assert.fail(`lead ${id} has no file`)] = (await reader.open(leads, id)).attachments ?? [];
        assert.ok(
          Buffer.from(await reader.readFile(file))
            .toString('latin1')
            .startsWith(begin),
          file.name,
        );
      }
      assert.equal((await reader.open(leads, '12')).attachments, undefined);
    });

    it('requires a token', async () => {
      assert.equal((await fetch(`${demo.url}/files/offer-1.png`)).status, 401);
      const headers = { authorization: `Bearer ${demo.tokens.reader}` };
      assert.equal((await fetch(`${demo.url}/files/offer-99.png`, { headers })).status, 404);
    });
  });
});
