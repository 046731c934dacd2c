import assert from 'node:assert/strict';
import { RecordClient } from '../../../src/api/recordClient.ts';
import { type DemoUser } from '../../../src/model/demoProcess.ts';
import type { ServiceChoices } from '../../../src/model/connection.ts';
import { ServiceError, type ServiceErrorCode } from '../../../src/model/errors.ts';
import { controllersOf } from '../../../src/model/listView.ts';
import type { RecordForm } from '../../../src/model/recordForm.ts';
import type { RecordPage } from '../../../src/model/recordPage.ts';
import { actionForSave } from '../../../src/model/submitAction.ts';
import { type RunningService, startService } from '../../../src/demo/service.ts';
import { testConnection } from '../../support/testConnection.ts';

const leads = { module: 'crm', controller: 'leads' };
const accounts = { module: 'crm', controller: 'accounts' };
const activities = { module: 'crm', controller: 'activities' };

describe('the client and the embedded service', () => {
  let service: RunningService;
  let admin: RecordClient;
  const clients: RecordClient[] = [];
  let spare: string[] = [];

  /** A lead that the administrator may change and delete, and that no other test has taken. */
  function anyLead(): string {
    return spare.pop() ?? assert.fail('no leads are left to change');
  }

  function connect(user: DemoUser | undefined, choices: Partial<ServiceChoices> = {}): RecordClient {
    const client = new RecordClient(testConnection(service.url, choices), {
      token: async () => (user ? service.tokens[user] : 'wrong'),
    });
    clients.push(client);
    return client;
  }

  before(async () => {
    service = await startService({ records: 400 });
    admin = connect('admin');
    const { rows } = await admin.records(leads, { limit: 200 });
    spare = rows.flatMap((row) => (row.canEdit && row.canDelete && row.id !== null ? [row.id] : []));
  });

  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
  });

  async function failure(promise: Promise<unknown>, code: ServiceErrorCode): Promise<ServiceError> {
    const error = await promise.then(
      () => assert.fail('it should have failed'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.code, code, error.message);
    return error;
  }

  function column(page: RecordPage, label: string): (string | null | undefined)[] {
    const index = page.columns.findIndex((each) => each.label === label);
    assert.ok(index >= 0, `no column ${label} among ${page.columns.map((each) => each.label).join(', ')}`);
    return page.rows.map((row) => row.cells[index]);
  }

  function text(value: unknown): string {
    assert.ok(typeof value === 'string' || typeof value === 'number');
    return String(value);
  }

  async function save(
    client: RecordClient,
    form: RecordForm,
    values: Record<string, string | null>,
  ): ReturnType<RecordClient['save']> {
    const action = actionForSave(form);
    assert.ok(action, 'the form offers no plain save');
    return client.save(form, values, action);
  }

  describe('1: a list of records', () => {
    it('comes by pages that do not overlap', async () => {
      const [first, second] = await Promise.all([
        admin.records(leads, { page: 1, limit: 30 }),
        admin.records(leads, { page: 2, limit: 30 }),
      ]);
      assert.deepEqual([first.rows.length, second.rows.length, first.page, second.page], [30, 30, 1, 2]);
      assert.equal(new Set([...first.rows, ...second.rows].map((row) => row.id)).size, 60);
      assert.ok((first.total ?? 0) >= 60);
    });

    it('is sorted by the service, both ways', async () => {
      const up = await admin.records(leads, {
        limit: 50,
        sort: { columnName: 'leads.business_key', direction: 'ASC' },
      });
      const down = await admin.records(leads, {
        limit: 50,
        sort: { columnName: 'leads.business_key', direction: 'DESC' },
      });
      const keys = column(up, 'Business Key').map(String);
      assert.deepEqual(keys, keys.toSorted());
      assert.ok(String(column(down, 'Business Key')[0]) > String(keys.at(-1)));
    });

    it('can be searched and filtered', async () => {
      const [row] = (await admin.records(leads, { limit: 1 })).rows;
      const city = column(await admin.records(leads, { limit: 1 }), 'City')[0] ?? '';
      const filtered = await admin.records(leads, { limit: 100, q: { where: { 'leads.city': city } } });
      assert.deepEqual([...new Set(column(filtered, 'City'))], [city]);
      const found = await admin.records(leads, { limit: 100, search: row?.name.split(' ')[0] ?? '' });
      assert.ok(found.rows.some((each) => each.id === row?.id));
    });

    it('shows the columns of the chosen list view', async () => {
      const views = await admin.listViews(leads);
      const wide = views.find((view) => view.name === 'All Columns');
      const page = await admin.records(leads, { limit: 5, listView: wide?.id ?? '' });
      assert.equal(page.listViewId, wide?.id);
      assert.ok(page.columns.filter((each) => each.isVisible).length >= 40);
    });

    it('says which records the user may change', async () => {
      const seen = await connect('reader').records(leads, { limit: 20 });
      assert.ok(seen.rows.length > 0 && seen.rows.every((row) => row.canEdit === false && row.canDelete === false));
    });
  });

  describe('2: the list views', () => {
    it('are all listed, with their controllers', async () => {
      const views = await admin.listViews();
      const controllers = controllersOf(views).map(({ name }) => `${name.module}/${name.controller}`);
      for (const expected of ['crm/leads', 'crm/peoples', 'access_controls/users'])
        assert.ok(controllers.includes(expected), expected);
      assert.ok(views.every((view) => view.category !== undefined));
      assert.equal(new Set(views.map((view) => view.id)).size, views.length);
    });

    it('of one controller tell which are charts, and of which kind', async () => {
      const views = await admin.listViews(leads);
      assert.deepEqual([...new Set(views.flatMap((view) => view.chart ?? []))].toSorted(), [
        'bar',
        'gauge',
        'geo',
        'line',
        'pie',
      ]);
      assert.equal(views.filter((view) => view.isDefault).length, 1);
    });
  });

  describe('3: a record and its form', () => {
    it('opens to be edited, with fields, choices, references and buttons', async () => {
      const form = await admin.open(leads, '1');
      assert.equal(form.operation, 'edit');
      assert.equal(form.id, '1');
      assert.ok(form.fields.length > 40);
      const kinds = new Set(form.fields.map((field) => field.kind));
      for (const kind of [
        'text',
        'longText',
        'number',
        'date',
        'dateTime',
        'boolean',
        'choice',
        'choices',
        'reference',
      ] as const)
        assert.ok(kinds.has(kind), kind);
      assert.ok(form.fields.some((field) => field.permission.editable));
      assert.ok(form.fields.some((field) => !field.permission.editable));
      assert.equal(actionForSave(form)?.path.at(-1), 'save_progress');
    });

    it('may be looked at by a user who may not edit it', async () => {
      const form = await connect('reader').open(leads, '1');
      assert.ok(form.fields.length > 40);
      assert.ok(form.fields.every((field) => !field.permission.editable));
    });

    it('is not found when there is none', async () => {
      assert.match((await failure(admin.open(leads, '999999'), 'notFound')).message, /999999/);
    });

    it('of a new record has the defaults', async () => {
      const form = await admin.form(leads, 'add');
      assert.equal(form.id, null);
      assert.ok(form.fields.some((field) => field.permission.editable));
    });

    it('leads to related records', async () => {
      const listed = await admin.records(activities, { limit: 1, listView: '' });
      const activity = await admin.open(activities, listed.rows[0]?.id ?? '');
      const leadId = text(activity.values['lead_id']);
      const lead = await admin.open(leads, leadId);
      assert.ok(lead.associations.some((each) => each.kind === 'hasMany'));
      const related = await admin.find(activities, {
        kind: 'related',
        to: { id: leadId, key: 'leads.id', modelClass: lead.modelClass ?? '' },
      });
      assert.ok(related.rows.some((row) => row.id === activity.id));
    });

    it('can be found by category, by criteria, and by a controller entry', async () => {
      const category = await admin
        .find(leads, { kind: 'category', category: 'none such' })
        .catch((error: unknown) => error);
      assert.ok(category instanceof ServiceError || 'rows' in (category as object));
      const criteria = await admin.find(leads, { kind: 'criteria', criteria: 'all' });
      assert.ok(criteria.rows.length > 0);
    });
  });

  describe('4: a save', () => {
    it('changes the fields it names, and only those', async () => {
      const id = anyLead();
      const before = await admin.open(leads, id);
      await save(admin, before, { city: 'Świnoujście & “co”\n東京' });
      const after = await admin.open(leads, id);
      assert.equal(after.values['city'], 'Świnoujście & “co”\n東京');
      const differing = Object.keys(after.values).filter(
        (key) => JSON.stringify(after.values[key]) !== JSON.stringify(before.values[key]),
      );
      const system = new Set([
        'modified',
        'modified_by',
        '__modified_by',
        'modified_by_model',
        'revision',
        '__modified',
      ]);
      assert.deepEqual(
        differing.filter((key) => !system.has(key)),
        ['city'],
      );
    });

    it('empties a field with null', async () => {
      const id = anyLead();
      await save(admin, await admin.open(leads, id), { city: null });
      const city = (await admin.open(leads, id)).values['city'];
      assert.ok(city === null || city === '');
    });

    it('that changes nothing, changes nothing', async () => {
      const id = anyLead();
      const before = await admin.open(leads, id);
      await save(admin, before, {});
      const after = await admin.open(leads, id);
      for (const field of before.fields.filter((each) => each.permission.editable)) {
        const key = field.at.at(-1) ?? '';
        assert.deepEqual(after.values[key], before.values[key], field.label);
      }
    });

    it('adds a record and tells its id', async () => {
      const form = await admin.form(leads, 'add');
      const { id } = await save(admin, form, { first_name: 'Zoë', last_name: 'Nowak', company: 'Nowak & Söhne' });
      assert.ok(id);
      assert.equal((await admin.open(leads, id)).values['last_name'], 'Nowak');
    });

    it('is refused at the field that is wrong, and then has no effect', async () => {
      const id = anyLead();
      const form = await admin.open(leads, id);
      const error = await failure(save(admin, form, { email: 'no address', city: 'Nowhere' }), 'refused');
      assert.equal(error.effect, 'none');
      assert.ok(
        error.reasons.some((reason) => reason.field?.at(-1) === 'email'),
        JSON.stringify(error.reasons),
      );
      assert.notEqual((await admin.open(leads, id)).values['city'], 'Nowhere');
    });

    it('is refused before it is sent when it would change what may not be edited', async () => {
      const id = anyLead();
      const form = await admin.open(leads, id);
      assert.match((await failure(save(admin, form, { created: '2020-01-01' }), 'notAllowed')).message, /read-only/);
      assert.match((await failure(save(admin, form, { no_such_field: 'x' }), 'notAllowed')).message, /is not a field/);
      await save(admin, form, { created: text(form.values['created']) });
    });

    it('is refused to a user who may not', async () => {
      const id = anyLead();
      const form = await admin.open(leads, id);
      const error = await save(connect('reader'), form, { city: 'Nowhere' }).catch((reason: unknown) => reason);
      assert.ok(error instanceof ServiceError && ['notAllowed', 'refused'].includes(error.code), String(error));
    });
  });

  describe('5: a delete', () => {
    it('takes the record away', async () => {
      const id = anyLead();
      const before = (await admin.records(leads, { limit: 1 })).total ?? 0;
      await admin.delete(leads, id);
      assert.equal((await admin.records(leads, { limit: 1 })).total, before - 1);
    });

    it('works by GET as well', async () => {
      const id = anyLead();
      await connect('admin', { deleteMethod: 'get' }).delete(leads, id);
    });

    it('is refused to a user who may not, with the reason', async () => {
      const id = anyLead();
      const error = await failure(connect('clerk').delete(leads, id), 'refused').catch(() =>
        failure(connect('clerk').delete(leads, id), 'notAllowed'),
      );
      assert.ok(error.reasons.length > 0);
    });
  });

  describe('6: bulk endpoints', () => {
    const bulk: Partial<ServiceChoices> = {
      bulkEdit: { path: '{module}/{controller}/edit_selected.json', method: 'post', ids: 'ids[]', idsAs: 'repeated' },
      bulkDelete: {
        path: '{module}/{controller}/delete_selected.json',
        method: 'get',
        ids: 'ids[]',
        idsAs: 'repeated',
      },
    };

    it('edit many records in one request', async () => {
      const [one, two] = [anyLead(), anyLead()];
      const client = connect('admin', bulk);
      const action = actionForSave(await client.open(leads, one));
      assert.ok(action);
      const result = await client.bulkEdit(leads, [one, two], [['data[leads][city]', 'Pune']], action);
      assert.deepEqual([...result.refused], []);
      assert.equal((await client.open(leads, two)).values['city'], 'Pune');
    });

    it('tell which records were refused while the others were edited', async () => {
      const client = connect('admin', bulk);
      const closed = await client.records(leads, { limit: 50, q: { where: { 'leads.current_stage': '5. Won' } } });
      const won = closed.rows[0]?.id ?? assert.fail('there is no closed lead');
      const open = anyLead();
      const action = actionForSave(await client.open(leads, open));
      assert.ok(action);
      const result = await client.bulkEdit(leads, [won, open], [['data[leads][city]', 'Goa']], action);
      assert.deepEqual([...result.refused.keys()], [won]);
      assert.equal((await client.open(leads, open)).values['city'], 'Goa');
    });

    it('delete many records in one request', async () => {
      const [one, two] = [anyLead(), anyLead()];
      const client = connect('admin', bulk);
      await client.bulkDelete(leads, [one, two]);
      const gone = await client.form(leads, 'view', one).then(
        (form) => form.isDeleted,
        (error: unknown) => error instanceof ServiceError && error.code === 'notFound',
      );
      assert.ok(gone);
    });

    it('are not guessed at', async () => {
      assert.match((await failure(admin.bulkDelete(leads, ['1']), 'refused')).message, /no bulk endpoint/);
    });
  });

  describe('7: sign-up', () => {
    it('tells what there is to choose from', async () => {
      const information = await connect(undefined).signupInformation();
      assert.ok(information.roles.length > 0 && information.currencies.length > 0 && information.locales.length > 0);
      assert.ok(information.timeZones.some((zone) => zone.value === 'UTC'));
      assert.deepEqual(information.hourFormats.map((format) => format.value).toSorted(), ['12', '24']);
      assert.ok(information.themes.every((theme) => theme.group !== undefined));
      assert.equal(information.allowsPublicSignup, true);
    });

    it('creates a user who can sign in', async () => {
      const visitor = connect(undefined);
      const { roles, currencies } = await visitor.signupInformation();
      const image = {
        name: 'me.png',
        type: 'image/png',
        bytes: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      };
      const request = {
        userName: 'zoe.nowak',
        firstName: 'Zoë',
        lastName: 'Nowak',
        password: 'correct horse 1',
        confirmPassword: 'correct horse 1',
        isLicenceAccepted: true,
        roleId: roles[0]?.value ?? '',
        autoLogin: true,
        organisationName: 'Nowak',
        currencyId: currencies[0]?.value ?? '',
        image,
      };
      const { token } = await visitor.signup(request);
      assert.ok(token);
      const newcomer = new RecordClient(testConnection(service.url), { token: async () => token });
      clients.push(newcomer);
      assert.ok((await newcomer.records(leads, { limit: 1 })).rows.length > 0);
    });

    it('is refused at the fields that are wrong', async () => {
      const error = await failure(
        connect(undefined).signup({
          userName: '',
          lastName: '',
          isLicenceAccepted: false,
          roleId: 'nobody',
          currencyId: '',
        }),
        'refused',
      );
      const named = new Set(error.reasons.map((reason) => reason.field?.at(-1)));
      for (const field of ['user_name', 'last_name', 'is_license_agreement_accepted', 'role_id', 'currency_id'])
        assert.ok(named.has(field), `${field} of ${[...named].join(', ')}`);
    });
  });

  it('8: the licence is a text in HTML', async () => {
    assert.match((await connect(undefined).licence()).html, /<\w+/);
  });

  it('9: the organisation is what answers say of it', async () => {
    await admin.open(accounts, '1');
    const identity = await admin.organisation();
    assert.ok(identity.userName && identity.organisationName);
  });

  it('says when the token is wrong', async () => {
    await failure(connect(undefined).records(leads, {}), 'notSignedIn');
  });

  it('works with and without the suffix', async () => {
    for (const pathSuffix of ['always', 'never', 'asDocumented'] as const) {
      const client = connect('admin', { pathSuffix });
      await client.records(leads, { limit: 1 });
      await client.open(leads, '1');
    }
  });

  it('says that a controller is not known', async () => {
    await failure(admin.records({ module: 'no', controller: 'where' }, {}), 'notFound');
  });
});
