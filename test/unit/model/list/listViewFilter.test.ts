import assert from 'node:assert/strict';
import { controllerName, shortName } from '../../../../src/model/controller.ts';
import type { Controller, ListView } from '../../../../src/model/list/listView.ts';
import { filterControllers } from '../../../../src/model/list/listViewFilter.ts';

function controller(name: string, ...views: string[]): Controller {
  const [module = '', own = ''] = name.split('/');
  const of = controllerName(module, own);
  const listViews = views.map((view): ListView => ({
    id: view,
    name: view,
    controller: of,
    category: undefined,
    isDefault: false,
    chart: undefined,
  }));
  return { name: of, listViews };
}

const all = [
  controller('crm/leads', 'All leads', 'By city'),
  controller('crm/peoples', 'Zürich'),
  controller('hr/none'),
];

function shown(typed: string): string[] {
  return filterControllers(all, typed).flatMap(({ name, listViews, isNamed, of }) => [
    `${shortName(name)}${isNamed ? '' : ' (for its list views)'} ${listViews.length}/${of}`,
    ...listViews.map((view) => `- ${view.name}`),
  ]);
}

describe('tree filter', () => {
  it('shows everything when it is empty', () => {
    assert.equal(filterControllers(all, '  ').length, 3);
  });

  it('finds controllers by name, with all their list views', () => {
    assert.deepEqual(shown('LEADS'), ['leads 2/2', '- All leads', '- By city']);
    assert.deepEqual(shown('hr/'), ['none 0/0']);
  });

  it('finds list views by name, without the others', () => {
    assert.deepEqual(shown('city'), ['leads (for its list views) 1/2', '- By city']);
  });

  it('requires every word, ignoring case and accents', () => {
    assert.deepEqual(shown('crm zurich'), ['peoples (for its list views) 1/1', '- Zürich']);
    assert.deepEqual(shown('leads zurich'), []);
  });
});
