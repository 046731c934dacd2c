import assert from 'node:assert/strict';
import { comparedFields, listColumns } from '../../../../src/model/compare/comparedFields.ts';
import type { ComparedEntry } from '../../../../src/model/compare/comparison.ts';
import { parseControllerName } from '../../../../src/model/controller.ts';
import { MissingRecords } from '../../../../src/services/compare/missingRecords.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { json } from '../../../support/scriptedService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const controller = parseControllerName('crm/leads')!;

describe('records that are in only one of two compared lists', () => {
  let service: LeadService;
  let clients: Clients;
  const signal = new AbortController().signal;
  beforeEach(async () => {
    service = await leadService(3);
    const { connections } = memoryConnections();
    await connections.add({ name: 'There', baseUrl: service.url }, undefined);
    clients = testClients(connections);
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const list = { connection: 'there', controller };
  const only = (id: string, name = `Lead ${id}`): ComparedEntry => ({
    kind: 'onlyHere',
    here: { key: id, id, name, cells: [name, null, null] },
  });
  async function kept(entries: readonly ComparedEntry[], key: 'id' | number) {
    const { columns, alias, primaryKey } = await (
      await clients.get('there')
    ).records(controller, { page: 1, limit: 1 }, signal);
    const own = listColumns({ columns, alias, primaryKey }, undefined);
    const fields = comparedFields(own, own, { isSystemHidden: false });
    const missing = new MissingRecords({ fields, key, sides: [{}, { list }] }, clients, signal);
    const left = await missing.keepMissing(entries);
    return { keys: left.map((entry) => entry.kind === 'onlyHere' && entry.here.key), left: missing.left };
  }

  it('are planned only if the other service does not have them outside its list view', async () => {
    assert.deepEqual(await kept([only('2'), only('9'), only('3')], 'id'), { keys: ['9'], left: 2 });
  });

  it('are not planned if it is unknown whether the other service has them', async () => {
    service.trouble = (request, response) => {
      if (!request.path.includes('/crm/leads/view') || request.query.get('id') !== '9') return false;
      json(response, { errors: ['You may not see this lead.'] }, 403);
      return true;
    };
    assert.deepEqual(await kept([only('9')], 'id'), { keys: [], left: 1 });
    // the service ignores the condition, so its response says nothing about the value
    assert.deepEqual(await kept([only('9', 'Lead 1')], 0), { keys: [], left: 1 });
  });

  it('are looked up by the field they are matched by', async () => {
    service.trouble = (request, response) => {
      const where = /"where":\[\{"leads\.name":"([^"]*)"/.exec(request.query.get('q') ?? '')?.[1];
      if (where === undefined) return false;
      const data = [...service.leads].filter(([, { name }]) => name === where);
      const rows = data.map(([id, lead]) => ({ 'leads.id': id, 'leads.name': lead.name, is_edit: true }));
      const column = { field_type: 'Data-Field', column_name: 'leads.name', name: 'name', label: 'NAME', visible: 1 };
      const paginate = { alias: 'leads', primary_key: 'leads.id', page: 1, page_size: 100, header: [column] };
      json(response, { errors: [], paginate: { ...paginate, total_count: rows.length, data: rows } });
      return true;
    };
    assert.deepEqual(await kept([only('7', 'Lead 2'), only('8', 'Lead 8')], 0), { keys: ['8'], left: 1 });
  });
});
