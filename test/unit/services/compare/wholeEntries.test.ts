import assert from 'node:assert/strict';
import type { ComparedEntry, ComparedRow } from '../../../../src/model/compare/comparison.ts';
import type { ComparedField, SideColumn } from '../../../../src/model/compare/comparedFields.ts';
import type { ReadRow } from '../../../../src/model/compare/comparisonPlan.ts';
import { parseControllerName } from '../../../../src/model/controller.ts';
import type { RecordField } from '../../../../src/model/form/formElement.ts';
import { wholeEntries } from '../../../../src/services/compare/wholeEntries.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import { type LeadService, leadService } from '../../../support/leadService.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';
import { testClients } from '../../../support/testClients.ts';

const long = 'Thiruvananthapuram, formerly known as Trivandrum';
const cut = `${long.slice(0, 25)}…`;
const controller = parseControllerName('crm/leads')!;
const end = (field: string): SideColumn => ({
  at: 0,
  key: `leads.${field}`,
  label: field,
  field,
  options: [],
  isId: false,
  isSystem: false,
  mayBeDefused: false,
});
const field = (name: string): ComparedField => ({
  key: `leads.${name}`,
  label: name,
  kind: 'text',
  ends: [end(name), end(name)],
  isCompared: true,
});
const row = (id: string | null, ...cells: ComparedRow['cells'][number][]): ComparedRow => ({
  key: id ?? '',
  id,
  name: '',
  cells,
});

describe('values copied from a list with truncated texts', () => {
  let service: LeadService;
  let clients: Clients;
  beforeEach(async () => {
    service = await leadService(3);
    const { connections } = memoryConnections();
    await connections.add({ name: 'Here', baseUrl: service.url }, undefined);
    clients = testClients(connections);
  });
  afterEach(async () => {
    clients.dispose();
    await service.close();
  });

  const fields = [field('city'), field('name')];
  const copied = [{ at: 0, field: 'city', label: 'City' }];
  const list = { connection: 'here', controller };
  const whole = (entry: ComparedEntry, sides = [{ list }, { list: undefined }]): Promise<ComparedEntry[]> =>
    wholeEntries([entry], { fields, sides }, copied, clients);
  const views = (): number => service.received.filter(({ path }) => path.includes('/view')).length;

  it('come from the record', async () => {
    Object.assign(service.leads.get('1') ?? {}, { city: long });
    const name = 'A name that is long and that is not copied';
    assert.deepEqual(await whole({ kind: 'onlyHere', here: row('1', cut, name) }), [
      { kind: 'onlyHere', here: row('1', long, name) },
    ]);
    const different = { kind: 'different', here: row('1', cut), there: row('2', cut), fields: [0] } as const;
    assert.deepEqual(await whole(different), [{ ...different, here: row('1', long) }], 'a file has no records');
    Object.assign(service.leads.get('2') ?? {}, { city: `${long}.` });
    assert.deepEqual(await whole(different, [{ list }, { list }]), [
      { ...different, here: row('1', long), there: row('2', `${long}.`) },
    ]);
  });

  it('come from the list if the text is short or the row has no record', async () => {
    for (const here of [row('1', 'Goa'), row('1', null), row(null, cut)])
      assert.deepEqual(await whole({ kind: 'onlyHere', here }), [{ kind: 'onlyHere', here }]);
    assert.equal(views(), 0);
  });

  it('include the record if a cell has too little information', async () => {
    const owner = { ...copied[0]!, ofRecord: { kind: 'reference' } as RecordField };
    const entry = { kind: 'onlyHere', here: row('1', 'Goa') } as const;
    const [read] = await wholeEntries([entry], { fields, sides: [{ list }, {}] }, [owner], clients);
    assert(read?.kind === 'onlyHere');
    assert.equal((read.here as ReadRow).form?.name, 'Lead 1');
  });

  it('are dropped when the record cannot be read', async () => {
    await assert.rejects(whole({ kind: 'onlyHere', here: row('999', cut) }), /Could not/);
  });
});
