import { controllerName, shortName } from '../../../../src/model/controller.ts';
import assert from 'node:assert/strict';
import { chartKind, controllersOf, type ListView, listViewCalled } from '../../../../src/model/list/listView.ts';

describe('list view', () => {
  it('is a chart if its helper is a chart type', () => {
    const helpers = {
      LineChart: 'line',
      pie_chart: 'pie',
      'charts/bar': 'bar',
      gauge: 'gauge',
      GeoMapHelper: 'geo',
      linechart: 'line',
      pipeline_funnel: 'other',
      treemap: 'other',
    };
    for (const [helper, kind] of Object.entries(helpers)) assert.equal(chartKind(helper), kind, helper);
  });

  it('is a table when its helper is one or is missing', () => {
    for (const helper of ['', ' ', 'index', 'List', 'grid', 'table_view'])
      assert.equal(chartKind(helper), undefined, helper);
  });

  it('is listed under its controller, in the order of the service', () => {
    const view = (id: string, controller: string): ListView => ({
      id,
      name: id,
      controller: controllerName('crm', controller),
      category: undefined,
      isDefault: false,
      chart: undefined,
    });
    const controllers = controllersOf([view('1', 'leads'), view('2', 'accounts'), view('3', 'leads')]);
    assert.deepEqual(
      controllers.map(({ name, listViews }) => [shortName(name), listViews.map(({ id }) => id)]),
      [
        ['leads', ['1', '3']],
        ['accounts', ['2']],
      ],
    );
  });

  it('is found by name, ignoring case unless two names are equal otherwise', () => {
    const called = (...names: string[]): readonly ListView[] =>
      names.map((name) => ({
        id: name,
        name,
        controller: controllerName('crm', 'leads'),
        category: undefined,
        isDefault: false,
        chart: undefined,
      }));
    const found = (name: string, ...names: string[]): string | undefined => listViewCalled(called(...names), name)?.id;
    assert.equal(found('All leads', 'Mine', 'ALL LEADS '), 'ALL LEADS ');
    assert.equal(found('All leads', 'all leads', 'All leads'), 'All leads');
    assert.equal(found('All leads', 'all leads', 'ALL LEADS'), undefined);
    assert.equal(found('All leads', 'All lead'), undefined);
    assert.equal(found('All leads', 'All leads', 'All leads'), undefined);
  });
});
