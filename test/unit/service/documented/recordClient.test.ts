import { controllerName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { controllersOf } from '../../../../src/model/list/listView.ts';
import type { RecordPage } from '../../../../src/model/list/recordPage.ts';
import { actionForSave } from '../../../../src/model/form/submitAction.ts';
import { failure } from '../../../support/failure.ts';
import { accounts, activities, describeService, leads, text } from './embeddedService.ts';

describeService('client against the demo service', (use) => {
  function column(page: RecordPage, label: string): (string | null | undefined)[] {
    const index = page.columns.findIndex((each) => each.label === label);
    assert.ok(index >= 0, `no column ${label} among ${page.columns.map((each) => each.label).join(', ')}`);
    return page.rows.map((row) => row.cells[index]);
  }

  describe('1: a list of records', () => {
    it('has the columns of the chosen list view', async () => {
      const views = await use.admin.listViews(leads);
      const wide = views.find((view) => view.name === 'All Columns');
      const page = await use.admin.records(leads, { limit: 5, listView: wide?.id ?? '' });
      assert.equal(page.listViewId, wide?.id);
      assert.ok(page.columns.filter((each) => each.isVisible).length >= 40);
    });

    it('says which records the user may change', async () => {
      const seen = await use.connect('reader').records(leads, { limit: 20 });
      assert.ok(seen.rows.length > 0 && seen.rows.every((row) => row.canEdit === false && row.canDelete === false));
    });
  });

  describe('2: the list views', () => {
    it('are all listed, with their controllers', async () => {
      const views = await use.admin.listViews();
      const controllers = controllersOf(views).map(({ name }): string => name);
      for (const expected of ['crm/leads', 'crm/peoples', 'access_controls/users'])
        assert.ok(controllers.includes(expected), expected);
      assert.ok(views.every((view) => view.category !== undefined));
      assert.equal(new Set(views.map((view) => view.id)).size, views.length);
    });

    it('of one controller include which are charts, and of which kind', async () => {
      const views = await use.admin.listViews(leads);
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
    it('opens for editing, with fields, choices, references and buttons', async () => {
      const form = await use.admin.open(leads, '1');
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

    it('is read-only for a user without edit permission', async () => {
      const form = await use.connect('reader').open(leads, '1');
      assert.ok(form.fields.length > 40);
      assert.ok(form.fields.every((field) => !field.permission.editable));
    });

    it('returns not found if it does not exist', async () => {
      assert.match((await failure(use.admin.open(leads, '999999'), 'notFound')).message, /999999/);
    });

    it('links to related records', async () => {
      const listed = await use.admin.records(activities, { limit: 1, listView: '' });
      const activity = await use.admin.open(activities, listed.rows[0]?.id ?? '');
      const leadId = text(activity.values['lead_id']);
      const lead = await use.admin.open(leads, leadId);
      assert.ok(lead.associations.some((each) => each.kind === 'hasMany'));
      const related = await use.admin.find(activities, {
        kind: 'related',
        to: { id: leadId, key: 'leads.id', modelClass: lead.modelClass ?? '' },
      });
      assert.ok(related.rows.some((row) => row.id === activity.id));
    });

    it('can be found by category, by criteria, and by a controller entry', async () => {
      const [view] = await use.admin.listViews(leads);
      const category = await use.admin.find(leads, { kind: 'category', category: view?.category ?? '' });
      assert.ok(category.rows.length > 0);
      await failure(use.admin.find(leads, { kind: 'category', category: 'none such' }), 'notFound', /none such/);
      const criteria = await use.admin.find(leads, { kind: 'criteria', criteria: 'all' });
      assert.ok(criteria.rows.length > 0);
      const entry = await use.admin.find(leads, { kind: 'entry', url: 'crm/accounts', type: 'controller' });
      assert.deepEqual(column(entry, 'url'), ['crm/accounts']);
    });
  });

  it('9: the organization is from the responses', async () => {
    await use.admin.open(accounts, '1');
    const identity = await use.admin.organization();
    assert.ok(identity.userName && identity.organizationName);
  });

  it('reports that the token is wrong', async () => {
    await failure(use.connect(undefined).records(leads, {}), 'notSignedIn');
  });

  it('works with and without the suffix', async () => {
    for (const pathSuffix of ['always', 'never', 'asDocumented'] as const) {
      const client = use.connect('admin', { pathSuffix });
      await client.records(leads, { limit: 1 });
      await client.open(leads, '1');
    }
  });

  it('reports that a controller is unknown', async () => {
    await failure(use.admin.records(controllerName('no', 'where'), {}), 'notFound');
  });
});
