import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers as a model would, field by field
type Answer = any;

describe('a language model', () => {
  let leads: LeadConnection;
  before(async () => (leads = await connectToLeads({ readOnly: true })));
  after(() => leads.close());
  beforeEach(() => void leads.service.received.splice(0));

  async function ask(tool: string, input: object): Promise<Answer> {
    const result = await vscode.lm.invokeTool(`recordbench_${tool}`, { input, toolInvocationToken: undefined });
    const [part] = result.content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    assert.ok(part.value.length < 60_000);
    return JSON.parse(part.value);
  }

  it('is offered tools to look, and none to change', () => {
    const ours = vscode.lm.tools.filter(({ name }) => name.startsWith('recordbench_')).map(({ name }) => name);
    assert.deepEqual(ours.toSorted(), ['recordbench_describe', 'recordbench_read', 'recordbench_search']);
  });

  it('learns which controllers there are, and their fields', async () => {
    const { controllers } = await ask('describe', {});
    assert.deepEqual(controllers, [
      {
        connection: leads.id,
        name: leads.name,
        readOnly: true,
        controller: 'crm/leads',
        listViews: [{ id: 'all', name: 'All Leads' }],
      },
    ]);
    const { fields } = await ask('describe', { controller: 'crm/leads' });
    assert.ok(fields.some(({ label }: { label: string }) => label === 'City'));
  });

  it('finds records by id, by text, and within a controller', async () => {
    const byId = await ask('search', { text: 3 });
    assert.deepEqual([byId.records[0].controller, byId.records[0].id], ['crm/leads', '3']);
    const listed = await ask('search', { controller: 'crm/leads', text: 'Lead', limit: 2 });
    assert.equal(listed.total, 5);
    assert.deepEqual(listed.records[0].values, { NAME: 'Lead 1', CITY: 'Goa', SCORE: '1', Shout: 'Lead 1!' });
    assert.equal(listed.records.length, 2);
  });

  it('reads a record, and long values are cut', async () => {
    leads.service.leads.set('4', { name: 'Lead 4', city: 'x'.repeat(100_000), score: null });
    const { name, fields, isEditable } = await ask('read', {
      connection: leads.name,
      controller: 'crm/leads',
      id: '4',
    });
    assert.deepEqual([name, isEditable], ['Lead 4', false]);
    const city = fields.find((field: { name: string }) => field.name === 'city');
    assert.match(city.value, /^x{500}… \(cut\)$/);
  });

  it('is told in a sentence what it did wrong', async () => {
    await assert.rejects(ask('read', { controller: 'leads', id: '1' }), /"leads" is no controller/);
    await assert.rejects(ask('read', { controller: 'crm/leads' }), /Name the controller/);
    await assert.rejects(
      ask('read', { connection: 'nowhere', controller: 'crm/leads', id: '1' }),
      /There are these: "/,
    );
    await assert.rejects(ask('read', { controller: 'crm/leads', id: '99' }), /there is no such lead/);
    await assert.rejects(ask('search', {}), /Name a text or an id/);
  });

  it('never sends anything that writes', async () => {
    await ask('describe', { controller: 'crm/leads' });
    await ask('search', { text: '1' });
    await ask('read', { controller: 'crm/leads', id: '1' });
    assert.deepEqual([...new Set(leads.service.received.map(({ method }) => method))], ['GET']);
  });
});
