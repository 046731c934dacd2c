import assert from 'node:assert/strict';
import { type PlanField, type PlanHead, type PlanOperation, writePlan } from '../../../../src/model/plan/recordPlan.ts';
import type { PreparedRun } from '../../../../src/services/bulk/preparedRun.ts';
import { columnOfField } from '../../../../src/services/import/findByField.ts';
import { importSubject } from '../../../../src/services/import/importSubject.ts';
import { readPlanFile } from '../../../../src/services/plan/planFile.ts';
import { preparePlan } from '../../../../src/services/plan/preparePlan.ts';
import { type BulkParts, bulkParts, leadsController } from '../../../support/bulkParts.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';
import { namedRecords } from '../../../support/references.ts';

const never = new AbortController().signal;
const head: PlanHead = {
  connection: 'Elsewhere',
  address: 'https://elsewhere.example',
  controller: leadsController,
  madeBy: '',
  madeAt: '',
  why: '',
};
const edit = (id: string, ...fields: PlanField[]): PlanOperation => ({ do: 'edit', id, name: `There ${id}`, fields });
const named = (was: string): PlanField => ({ field: 'last_name', was, becomes: 'Moved' });
const owned = (becomesText?: string): PlanField => ({
  field: 'owner_id',
  was: '1',
  wasText: 'Carlos Núñez',
  becomes: '2',
  ...(becomesText !== undefined && { becomesText }),
});

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`a plan of another service, on a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let parts: BulkParts;

    beforeEach(async () => {
      service = await interfaceService({ temperament });
      parts = await bulkParts(service.url);
    });

    afterEach(async () => {
      parts.end();
      await service.close();
    });

    async function opened(
      operations: readonly PlanOperation[],
      by?: string,
      origin = false,
      isElsewhere = true,
    ): Promise<PreparedRun> {
      const connection = parts.connections.all()[0]?.id ?? '';
      const client = await parts.clients.get(connection);
      const subject = await importSubject(client, leadsController, undefined, never);
      const field = subject.form.fields.find(({ at }) => at[0] === by);
      const column = field && columnOfField(subject, field);
      const pieces = async function* () {
        yield* writePlan(head, operations);
      };
      const plan = await readPlanFile({ name: 'moved.recordplan.json', pieces }, never);
      const match = field && column && { field, column, origin: origin ? client : undefined };
      const place = { connection, madeFor: service.url, isElsewhere, ...(match && { match }) };
      const references = namedRecords(parts.connections, parts.clients);
      return preparePlan({ ...parts, references }, plan, place, () => undefined, never);
    }

    const reported = ({ ledger }: PreparedRun): unknown[] =>
      Array.from(ledger.entries, ({ id, name, state, why }) => [id, name, state, why]);

    it('finds its records by a field, and reports those not found', async () => {
      const draft = await opened(
        [
          edit('A', named('Smith')),
          edit('B', named('Nobody')),
          edit('C', { field: 'first_name', was: 'x', becomes: 'y' }),
          edit('D', named('Lead 5')),
          edit('F', named('Lead 5')),
          { do: 'delete', id: 'E', name: 'Old', held: { last_name: 'Lead 7', first_name: 'Many' } },
        ],
        'last_name',
      );
      assert.deepEqual(reported(draft), [
        ['l1', 'Smith', 'waiting', undefined],
        ['+11', 'There B', 'gone', 'No record has “Nobody” for “Last Name”.'],
        ['+12', 'There C', 'refused', 'The value of “Last Name” of this record is unknown.'],
        ['m5', 'Lead 5', 'refused', 'Another line of the plan refers to the same record.'],
        ['+14', 'There F', 'refused', 'Another line of the plan refers to the same record.'],
        ['m7', 'Lead 7', 'waiting', undefined],
      ]);
      assert.equal(service.writes.length, 0);
      await (
        await parts.runs.begin(draft)
      ).ended;
      assert.equal(service.records.get('crm/leads')?.get('l1')?.['last_name'], 'Moved');
    });

    it('neither changes nor adds a record whose field is almost equal, if the service finds it', async () => {
      parts.end();
      await service.close();
      service = await interfaceService({ temperament, isLooseSearch: true });
      parts = await bulkParts(service.url);
      const leads = service.records.get('crm/leads');
      for (const [id, name] of [
        ['l1', 'AB12x'],
        ['m3', 'Twice'],
        ['m4', 'TWICE'],
      ] as const)
        leads?.set(id, { ...leads.get(id), last_name: name });
      const draft = await opened(
        [edit('A', named('ab12X')), edit('B', named('ÁB12x')), edit('C', named('AB12x ')), edit('D', named('Twice'))],
        'last_name',
      );
      const near = (value: string): string =>
        `The service has “AB12x” for “Last Name”, which differs from “${value}” only in case, spaces, or accents. Correct one of them.`;
      assert.deepEqual(reported(draft), [
        ['+10', 'There A', 'refused', near('ab12X')],
        ['+11', 'There B', 'refused', near('ÁB12x')],
        ['+12', 'There C', 'refused', near('AB12x ')],
        ['m3', 'Twice', 'waiting', undefined],
      ]);
      await draft.discard();
    });

    it('reads values missing from the plan from its original service', async () => {
      const change: PlanField = { field: 'first_name', was: 'Mia', becomes: 'Maia' };
      const draft = await opened([edit('l1', change)], 'last_name', true);
      assert.deepEqual(reported(draft), [['l1', 'Smith', 'waiting', undefined]]);
      await draft.discard();
    });

    it('finds referenced records by name, since ids differ there', async () => {
      const draft = await opened([
        edit('l1', owned('Dana Ito')),
        edit('m3', owned('Nobody Else')),
        edit('m4', owned()),
      ]);
      assert.equal(draft.ledger.get('l1')?.cells[0]?.after, bigIds[1]);
      assert.equal(draft.ledger.get('l1')?.state, 'waiting');
      assert.match(draft.ledger.get('m3')?.why ?? '', /There is no record “Nobody Else” for “Owner”/);
      assert.match(draft.ledger.get('m4')?.why ?? '', /does not name the record that “Owner” should point to/);
      await draft.discard();
    });

    it('resolves a reference of a new record by name, too', async () => {
      const fields = [{ ...named('x'), was: null }, owned('Dana Ito')];
      const draft = await opened([{ do: 'add', name: '', fields }]);
      assert.deepEqual(
        draft.ledger.get('+10')?.cells.map(({ after }) => after),
        ['Moved', bigIds[1]],
      );
      await draft.discard();
      const unknown = await opened([{ do: 'add', name: '', fields: [owned('Nobody Else')] }]);
      const [entry] = unknown.ledger.entries;
      assert.equal(entry?.state, 'refused');
      assert.match(entry.why ?? '', /There is no record “Nobody Else” for “Owner”/);
      await unknown.discard();
    });

    it('shows service messages for the form of a new record above its records', async () => {
      parts.end();
      await service.close();
      const message = (path: string): string[] => (path.includes('/add') ? ['New leads are checked.'] : []);
      service = await interfaceService({ temperament, message });
      parts = await bulkParts(service.url);
      const draft = await opened([{ do: 'add', name: '', fields: [{ ...named('x'), was: null }] }]);
      assert.equal(draft.note, 'New leads are checked.');
      await draft.discard();
    });

    it('requests only its own records on its own service, if it names no referenced records', async () => {
      const asked = async (field: PlanField): Promise<string[]> => {
        const before = service.received.length;
        await (await opened([edit('l1', field)], undefined, false, false)).discard();
        return service.received.slice(before).map(({ path }) => path);
      };
      const [plain, withName] = [
        await asked(named('Smith')),
        await asked({ ...owned('Dana Ito'), becomes: bigIds[1] ?? '' }),
      ];
      const lists = (paths: readonly string[]): number =>
        paths.filter((path) => path === '/crm/leads/index.json').length;
      // one request is the test's own
      assert.deepEqual([lists(plain), lists(withName)], [1, 2]);
    });

    it('checks names against the accompanying ids on its own service', async () => {
      const change = { ...owned('Dana Ito'), was: null };
      const operations = [
        edit('l1', { ...change, becomes: bigIds[0] ?? '' }),
        edit('m3', { ...change, becomes: bigIds[1] ?? '' }),
      ];
      const draft = await opened(operations, undefined, false, false);
      const [wrong, right] = draft.ledger.entries;
      assert.equal(wrong?.state, 'refused');
      assert.match(wrong.why ?? '', /Dana Ito/);
      assert.notEqual(right?.state, 'refused');
      await draft.discard();
    });
  });
