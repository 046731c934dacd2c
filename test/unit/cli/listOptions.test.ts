import assert from 'node:assert/strict';
import { chosenView, columnNamed } from '../../../src/cli/listOptions.ts';
import { parseControllerName } from '../../../src/model/controller.ts';
import type { ListView } from '../../../src/model/list/listView.ts';

import { column } from '../services/export/exportPages.ts';

const controller = parseControllerName('crm/leads')!;

describe('list view named on the command line', () => {
  const view = (id: string, name: string): ListView => ({
    id,
    name,
    controller,
    category: undefined,
    isDefault: false,
    chart: undefined,
  });

  it('is named by its id if several have the same name', () => {
    const views = [view('a', 'Mine'), view('b', 'Mine'), view('c', 'Other')];
    assert.equal(chosenView(views, controller, 'b')?.id, 'b');
    assert.equal(chosenView(views, controller, 'other')?.id, 'c');
    assert.throws(
      () => chosenView(views, controller, 'Mine'),
      /several have this name\. Use an id from recordbench list crm\/leads\.$/,
    );
  });
});

describe('column named on the command line', () => {
  it('is found by its key before its label, and by a label only if no other column has it', () => {
    const columns = [
      column('leads.name', 'text', 'Name'),
      column('Name', 'text', 'Account'),
      column('b', 'text', 'Twin'),
    ];
    assert.equal(columnNamed(columns, 'Name', '--columns').key, 'Name');
    assert.equal(columnNamed(columns, 'Twin', '--columns').key, 'b');
    const twins = [...columns, column('c', 'text', 'Twin')];
    assert.throws(
      () => columnNamed(twins, 'Twin', '--sort'),
      /^CliProblem: Could not read --sort: .* Use one of: b, c\.$/,
    );
  });
});
