import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { csvReport, jsonReport } from '../../../../src/services/bulk/bulkReport.ts';
import { JournalFolder } from '../../../../src/services/bulk/journalFolder.ts';
import { planText } from '../../../../src/services/plan/planText.ts';
import { type BulkParts, bulkParts, secret } from '../../../support/bulkParts.ts';
import { json, scriptedService, type ScriptedService } from '../../../support/scriptedService.ts';
import { answer, element, submit } from '../../service/documented/form/formAnswer.ts';

const values = {
  name: 'Build server',
  city: 'Goa',
  api_token: 'tok-4711',
  PIN: '0815',
  login: 'hunter22',
  secretary: 'Ada',
  token_expires: '2027-01-01',
  note: `posted with ${secret}`,
  devices: [{ id: '1', place: 'Roof', clientSecret: 'row-42' }],
};

describe('secret fields in a bulk run', () => {
  let service: ScriptedService;
  let parts: BulkParts;

  beforeEach(async () => {
    const elements = [
      element('name'),
      element('city'),
      element('api_token', { label: 'API token' }),
      element('PIN', { label: 'Door code' }),
      element('login', { template: 'password' }),
      element('secretary', { label: 'Secretary' }),
      element('token_expires', { label: 'Token expires', template: 'date' }),
      element('note'),
      submit('save_progress', 'Save'),
    ];
    service = await scriptedService((request, response) => {
      const id = request.query.get('id') ?? '';
      json(response, answer({ ...values, id }, { permission: 2, elements }, { id, name: values.name }));
    });
    parts = await bulkParts(service.url);
  });

  afterEach(async () => {
    parts.end();
    await service.close();
  });

  it('are not in the journal, the reports or the plan of a delete', async () => {
    const draft = await parts.remove({ ids: ['7'] });
    await draft.journal.sync();
    const journals = new JournalFolder(parts.folder);
    const plan: string[] = [];
    for await (const piece of planText(draft.ledger, journals.lines(draft.ledger.plan.run), 'Test')) plan.push(piece);
    const reports = [...jsonReport(draft.ledger, 'Test'), ...csvReport(draft.ledger)];
    const files = readdirSync(parts.folder).map((name) => readFileSync(path.join(parts.folder, name), 'utf8'));
    for (const text of [files.join(''), reports.join(''), plan.join('')]) {
      assert.match(text, /Build server/);
      for (const leaked of ['tok-4711', '0815', 'hunter22', 'row-42', secret]) assert.ok(!text.includes(leaked), text);
    }
    for (const held of ['Ada', '2027-01-01', 'Roof']) assert.ok(plan.join('').includes(held), held);
    await draft.discard();
  });

  it('cannot be changed, because the journal would store the new value', async () => {
    const draft = await parts.edit({ ids: ['7'] }, { field: 'api_token', kind: 'set', value: 'tok-new' });
    assert.match(draft.ledger.get('7')?.why ?? '', /^“API token” contains a secret\. Open the record to change it\.$/);
    await draft.journal.sync();
    const files = readdirSync(parts.folder).map((name) => readFileSync(path.join(parts.folder, name), 'utf8'));
    assert.doesNotMatch(files.join(''), /tok-4711/);
    await draft.discard();
  });
});
