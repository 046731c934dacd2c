import assert from 'node:assert/strict';
import { startService } from '../../src/demo/service.ts';
import { controllerName } from '../../src/model/controller.ts';
import { ServiceError } from '../../src/model/errors.ts';
import { type FormValues, scalarText, valueAt } from '../../src/model/form/fieldValue.ts';
import { companionPaths } from '../../src/model/form/companionKeys.ts';
import type { RecordForm } from '../../src/model/form/recordForm.ts';
import { columnField } from '../../src/model/list/columnField.ts';
import { relatedListView } from '../../src/model/list/relatedList.ts';
import { actionForSave } from '../../src/model/form/submitAction.ts';
import type { RecordRow } from '../../src/model/list/recordPage.ts';
import { RecordClient } from '../../src/service/documented/recordClient.ts';
import type { RecordService, SaveSending } from '../../src/service/recordService.ts';
import { interfaceService } from '../support/interfaceService.ts';
import { testConnection } from '../support/testConnection.ts';
import { memoryService } from './memoryService.ts';
import { pluck } from '../support/pluck.ts';

interface Opened {
  readonly service: RecordService;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

const bulk = {
  bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ids: 'ids[]', idsAs: 'repeated' },
  bulkDelete: { path: '{module}/{controller}/delete_selected.json', method: 'get', ids: 'ids[]', idsAs: 'repeated' },
} as const;

/** Contract for every implementation of the interface; each has leads with names and a country. */
const services: Readonly<Record<string, () => Promise<Opened>>> = {
  'the demo': async () => {
    const demo = await startService({ records: 100 });
    const service = new RecordClient(testConnection(demo.url, bulk), { token: async () => demo.tokens.admin });
    return { service, token: demo.tokens.admin, stop: () => demo.close() };
  },
  'the documented interface alone': () => documented('orderly'),
  'the documented interface alone, in its loosest form': () => documented('loose'),
  'a service in memory': async () => {
    const service = memoryService(undefined, { token: async () => 'token' });
    return { service, token: 'token', stop: async () => undefined };
  },
};

async function documented(temperament: 'orderly' | 'loose'): Promise<Opened> {
  const running = await interfaceService({ temperament });
  const service = new RecordClient(testConnection(running.url), { token: async () => 'token' });
  return { service, token: 'token', stop: () => running.close() };
}

const leads = controllerName('crm', 'leads');

for (const [name, open] of Object.entries(services))
  describe(`record service contract: ${name}`, () => {
    let service: RecordService;
    let token: string;
    let stop: Opened['stop'];

    beforeEach(async () => ({ service, token, stop } = await open()));
    afterEach(async () => {
      await service.close();
      await stop();
    });

    it('returns the list views of all controllers and of one', async () => {
      const all = await service.listViews();
      assert.ok(new Set(all.map(({ controller }) => controller)).size > 1);
      const own = await service.listViews(leads);
      assert.deepEqual([...new Set(own.map(({ controller }) => controller))], [leads]);
      assert.equal(own.length, all.filter(({ controller }) => controller === leads).length);
    });

    it('reads a list page by page: each record once, with a cell for every column', async () => {
      const [first, second] = [await readPage(1), await readPage(2)];
      assert.deepEqual([first.rows.length, second.rows.length], [5, 5]);
      assert.equal(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size, 10);
      assert.ok((first.total ?? 0) >= 10);
      for (const { cells } of first.rows) assert.equal(cells.length, first.columns.length);
      assert.ok(first.columns.some(({ label }) => label === 'Last Name'));
    });

    it('lists stored values, or marks the column as showing a label instead', async () => {
      const { columns, rows, alias } = await readPage(1);
      const names = columns.map((column) => columnField(column, alias));
      assert.ok(names.some(({ field, isText }) => field === 'last_name' && !isText));
      for (const { id, cells } of rows) {
        const { values } = await service.open(leads, id ?? '');
        for (const [at, { field, isText }] of names.entries())
          if (field !== undefined && !isText && Object.hasOwn(values, field))
            assert.equal(cells[at] ?? '', scalarText(valueAt(values, [field])) ?? '', `${id} ${field}`);
      }
    });

    it('sorts by a column in both directions', async () => {
      const { columns } = await readPage(1);
      const columnName =
        columns.find(({ label }) => label === 'Last Name')?.columnName ?? assert.fail('no such column');
      const [up, down] = await Promise.all(
        (['ASC', 'DESC'] as const).map((direction) => ids({ sort: { columnName, direction }, limit: 1_000 })),
      );
      assert.ok(up && down && up.length > 10);
      assert.notDeepEqual(up, down);
      assert.deepEqual(new Set(up), new Set(down));
    });

    it('searches, and returns nothing when no record matches', async () => {
      const { id, name: wanted } = await anyLead();
      assert.ok((await ids({ search: wanted.split(' ').at(-1) ?? '', limit: 1_000 })).includes(id));
      assert.deepEqual(await ids({ search: 'no-record-has-this', limit: 5 }), []);
    });

    it('finds exactly one record by id', async () => {
      const { id } = await anyLead();
      const { primaryKey = '' } = await readPage(1);
      const found = await service.lookUp(leads, { where: { [primaryKey]: id } });
      assert.deepEqual(pluck(found.rows, 'id'), [id]);
    });

    it('describes a record: name, values, and the label, kind and permission of each field', async () => {
      const { id, name: listed } = await anyLead();
      const form = await service.open(leads, id);
      assert.deepEqual([form.id, form.name, form.controller], [id, listed, leads]);
      assert.deepEqual(
        ['First Name', 'Last Name', 'Country'].map((label) => {
          const field = form.fields.find((one) => one.label === label) ?? assert.fail(label);
          return [field.kind, field.permission.editable];
        }),
        [
          ['text', true],
          ['text', true],
          ['choice', true],
        ],
      );
      const country = form.fields.find(({ label }) => label === 'Country');
      assert.ok(country?.options.every(({ value, text }) => value !== '' && text !== '') && country.options.length > 1);
    });

    it('returns the name of a referenced record along with its id', async () => {
      for (const { id } of (await readPage(1)).rows) {
        const { fields, values } = await service.open(leads, id ?? '');
        const field = fields.find(({ kind, at }) => kind === 'reference' && scalarText(valueAt(values, at)));
        if (!field) continue;
        assert.match(scalarText(valueAt(values, companionPaths(field.at).label)) ?? '', /\w/);
        return;
      }
      assert.fail('no lead points to another record');
    });

    it('describes a new record', async () => {
      const form = await service.form(leads, 'add');
      assert.deepEqual([form.id, form.operation], [null, 'add']);
      assert.ok(actionForSave(form));
    });

    it('reports a record that does not exist', async () => {
      await assert.rejects(service.open(leads, 'no-such-id'), ServiceError);
    });

    it('saves only what was changed', async () => {
      const { id } = await anyLead();
      const before = await service.open(leads, id);
      const { id: saved } = await save(before, { first_name: 'Changed' });
      const after = await service.open(leads, id);
      assert.equal(saved, id);
      assert.equal(after.values['first_name'], 'Changed');
      for (const key of ['last_name', 'country']) assert.deepEqual(after.values[key], before.values[key], key);
    });

    it('adds a record and returns its id', async () => {
      const form = await service.form(leads, 'add');
      const chosen = Object.fromEntries(
        form.fields.flatMap(({ at, required, options }) =>
          required && options[0] ? [[at.join('.'), options[0].value]] : [],
        ),
      );
      const { id } = await save(form, { ...chosen, first_name: 'Nova', last_name: 'Added' });
      assert.ok(id !== undefined);
      assert.equal((await service.open(leads, id)).values['last_name'], 'Added');
    });

    it('deletes a record', async () => {
      const { id } = await anyLead();
      await service.sendDelete(leads, id);
      assert.equal(await isGone(id), true);
    });

    it('writes nothing without a permit', async () => {
      const { id } = await anyLead();
      const form = await service.open(leads, id);
      const forbid = (): never => {
        throw new ServiceError('notAllowed', { doing: 'write', why: 'the connection is read-only' });
      };
      await assert.rejects(save(form, { first_name: 'Forbidden' }, { permit: forbid }), /read-only/);
      await assert.rejects(service.sendDelete(leads, id, undefined, { permit: forbid }), /read-only/);
      assert.deepEqual((await service.open(leads, id)).values['first_name'], form.values['first_name']);
    });

    it('requests the permit with the token used for the write', async () => {
      const { id } = await anyLead();
      const tokens: (string | undefined)[] = [];
      const permit = (used: string | undefined): void => void tokens.push(used);
      await save(await service.open(leads, id), { first_name: 'Nova' }, { permit });
      await service.sendDelete(leads, id, undefined, { permit });
      assert.deepEqual(tokens, [token, token]);
    });

    it('aborts canceled requests', async () => {
      const signal = AbortSignal.abort();
      for (const asked of [
        service.records(leads, {}, signal),
        service.listViews(undefined, signal),
        service.open(leads, (await anyLead()).id, signal),
      ])
        await assert.rejects(asked, (error) => error instanceof ServiceError && error.code === 'canceled');
    });

    it('edits several records in one request, or reports that it has no bulk endpoint', async () => {
      const rows = (await readPage(1)).rows.filter(isChangeable).slice(0, 2);
      const form = await service.open(leads, rows[0]?.id ?? '');
      const fields = form.fields.filter(({ at }) => at.join('.') === 'first_name');
      const action = actionForSave(form) ?? assert.fail('no action');
      const sent = service.sendBulkEdit(
        leads,
        rows.map(({ id }) => id ?? ''),
        { form, values: { first_name: 'Together' }, fields },
        action,
      );
      if (!service.capabilities.bulkEdit) return assert.rejects(sent, /no bulk endpoint/);
      assert.equal((await sent).refused.size, 0);
      for (const { id } of rows) assert.equal((await service.open(leads, id ?? '')).values['first_name'], 'Together');
    });

    it('deletes several records in one request, or reports that it has no bulk endpoint', async () => {
      const chosen = idsOf((await readPage(1)).rows.filter(isChangeable).slice(0, 2));
      const sent = service.sendBulkDelete(leads, chosen);
      if (!service.capabilities.bulkDelete) return assert.rejects(sent, /no bulk endpoint/);
      assert.equal((await sent).refused.size, 0);
      for (const id of chosen) assert.equal(await isGone(id), true);
    });

    it('finds the records of an association and lists them like a list view', async () => {
      for (const { id } of (await readPage(1)).rows) {
        const form = await service.open(leads, id ?? '');
        for (const association of form.associations) {
          // a service may not name the controller, and then the user picks it
          const controller = association.controller ?? association.likelyController ?? controllerName('crm', 'peoples');
          if (association.kind === 'belongsTo') continue;
          const to = service.relatedTo(form, association, controller);
          const { rows } = await service.find(controller, { kind: 'related', to });
          const all = await service.records(controller, { limit: 1_000 });
          if (rows.length === 0) continue;
          assert.ok(rows.length < (all.total ?? Infinity) || rows.length === all.rows.length);
          const listView = relatedListView({ parent: leads, name: association.name, to });
          const listed = await service.records(controller, { listView, page: 1, limit: 1_000 });
          assert.deepEqual(idsOf(listed.rows), idsOf(rows));
          return;
        }
      }
      assert.fail('no lead has related records');
    });

    it('returns its license and the URLs of lists and records', async () => {
      assert.notEqual((await service.license()).html, '');
      const { baseUrl } = service.connection;
      assert.ok(service.recordsAddress(leads, {}).startsWith(baseUrl));
      assert.ok(service.recordAddress(leads, '17').startsWith(baseUrl));
    });

    const readPage = (page: number): ReturnType<RecordService['records']> => service.records(leads, { page, limit: 5 });

    async function ids(query: Parameters<RecordService['records']>[1]): Promise<string[]> {
      return idsOf((await service.records(leads, query)).rows);
    }

    function isGone(id: string): Promise<boolean> {
      return service.open(leads, id).then(
        ({ isDeleted }) => isDeleted,
        (error: unknown) => error instanceof ServiceError,
      );
    }

    async function anyLead(): Promise<{ readonly id: string; readonly name: string }> {
      const { rows } = await service.records(leads, { limit: 50 });
      const found = rows.find(isChangeable) ?? assert.fail('no lead can be changed');
      return { id: found.id ?? '', name: found.name };
    }

    function save(form: RecordForm, values: FormValues, sending?: SaveSending): ReturnType<RecordService['sendSave']> {
      return service.sendSave(form, values, actionForSave(form) ?? assert.fail('no action'), sending);
    }
  });

function idsOf(rows: readonly RecordRow[]): string[] {
  return rows.map(({ id }) => id ?? '');
}

function isChangeable({ canEdit, canDelete, isDeleted }: RecordRow): boolean {
  return canEdit !== false && canDelete !== false && !isDeleted;
}
