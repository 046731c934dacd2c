import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import type { RecordForm } from '../../../../src/model/form/recordForm.ts';
import type { SubmitAction } from '../../../../src/model/form/submitAction.ts';
import { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import { type InterfaceService, interfaceService } from '../../../support/interfaceService.ts';
import { testConnection } from '../../../support/testConnection.ts';

const leads = controllerName('crm', 'leads');
const said = 'Closed on Sundays.';

type Operation = (client: RecordClient, form: RecordForm, action: SubmitAction) => Promise<unknown>;

const reads: Readonly<Record<string, Operation>> = {
  records: (client) => client.records(leads, {}),
  lookUp: (client) => client.lookUp(leads, { limit: 1 }),
  find: (client) => client.find(leads, { kind: 'category', category: 'open' }),
  controllerEntry: (client) => client.controllerEntry(leads),
  listViews: (client) => client.listViews(leads),
  form: (client) => client.form(leads, 'add'),
  open: (client) => client.open(leads, 'l1'),
  signupInformation: (client) => client.signupInformation(),
  license: (client) => client.license(),
  organization: (client) => client.organization(),
};

/** Their responses are not decoded by the client. */
const undecoded: Readonly<Record<string, Operation>> = {
  encodedRecords: (client) => client.encodedRecords(leads, {}),
  readFile: (client) =>
    client.readFile({
      at: ['file'],
      value: 'a.txt',
      name: 'a.txt',
      location: { kind: 'service', url: `${client.connection.baseUrl}/files/a.txt` },
    }),
};

const change = { last_name: 'Nadia' };
const newUser = { userName: 'zoe', lastName: 'Nowak', isLicenseAccepted: true, roleId: 'r', currencyId: '7' };

const writes: Readonly<Record<string, Operation>> = {
  sendSave: (client, form, action) => client.sendSave(form, change, action),
  sendDelete: (client) => client.sendDelete(leads, 'l1'),
  sendBulkEdit: (client, form, action) =>
    client.sendBulkEdit(
      leads,
      ['l1'],
      { form, values: change, fields: form.fields.filter(({ key }) => key === 'last_name') },
      action,
    ),
  sendBulkDelete: (client) => client.sendBulkDelete(leads, ['l1']),
  sendSignup: (client) => client.sendSignup(newUser),
};

const withoutRequest = ['noteRows', 'checkQuery', 'queryText', 'isSorted', 'recordsAddress', 'recordAddress'].concat([
  'relatedTo',
  'checkSave',
  'close',
]);

describe('operation of the client', () => {
  let service: InterfaceService;
  let client: RecordClient;
  let form: RecordForm;
  let action: SubmitAction;
  const heard: string[] = [];

  before(async () => {
    service = await interfaceService({ message: [said], entries: 'answers' });
    const endpoint = { path: 'bulk.json', method: 'post', ids: 'ids[]', idsAs: 'repeated' } as const;
    const connection = testConnection(service.url, { bulkEdit: endpoint, bulkDelete: endpoint });
    client = new RecordClient(connection, {
      token: async () => undefined,
      onSaid: (messages) => heard.push(...messages),
    });
    form = await client.open(leads, 'l1');
    action = form.submitActions[0] ?? assert.fail('the form has no button');
  });

  beforeEach(() => {
    service.received.length = 0;
    heard.length = 0;
  });

  after(async () => {
    await client.close();
    await service.close();
  });

  /** Returns the methods of the requests that it sends, whatever the response. */
  async function methodsOf(operation: Operation): Promise<ReadonlySet<string>> {
    await operation(client, form, action).catch(() => undefined);
    assert.ok(service.received.length > 0, 'it sends a request');
    return new Set(service.received.map(({ method }) => method));
  }

  it('is one of these', () => {
    const known = [...Object.keys({ ...reads, ...undecoded, ...writes }), ...withoutRequest, 'constructor'];
    const methods = Object.entries(Object.getOwnPropertyDescriptors(RecordClient.prototype));
    const names = methods.flatMap(([name, { value }]) => (typeof value === 'function' ? [name] : []));
    assert.deepEqual(names.toSorted(), known.toSorted());
  });

  for (const [name, operation] of Object.entries({ ...reads, ...undecoded }))
    it(`only reads: ${name}`, async () => {
      assert.deepEqual([...(await methodsOf(operation))], ['GET']);
    });

  for (const [name, operation] of Object.entries(reads))
    it(`reports messages of the service: ${name}`, async () => {
      await methodsOf(operation);
      assert.notDeepEqual(heard, []);
    });

  for (const [name, operation] of Object.entries(writes))
    it(`writes: ${name}`, async () => {
      assert.ok(name.startsWith('send'));
      assert.notDeepEqual([...(await methodsOf(operation))], ['GET']);
    });
});
