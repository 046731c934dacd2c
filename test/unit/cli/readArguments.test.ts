import assert from 'node:assert/strict';
import type { Command } from '../../../src/cli/command.ts';
import { commandTable } from '../../../src/cli/commandTable.ts';
import { readArguments } from '../../../src/cli/readArguments.ts';

describe('arguments of a command', () => {
  let exported: Command;
  before(async () => {
    exported = await commandTable['export']!.load();
  });
  const read = (...args: readonly string[]) => readArguments('export', exported, args);

  it('have no option with an empty value, which is usually a variable that is not set', () => {
    for (const value of [['--search='], ['--search', ''], ['--ids', ' ']])
      assert.throws(
        () => read('crm/leads', ...value),
        /^CliProblem: Could not run export: the value of --(search|ids) is empty\. See recordbench export --help\.$/,
      );
    assert.throws(() => read('crm/leads', '--filter', 'city=Goa', '--filter', ''), /the value of --filter is empty/);
  });

  it('have each option once, unless all of its values count', () => {
    assert.throws(() => read('crm/leads', '--ids', '1', '--ids=2'), /--ids is used more than once\. See recordbench/);
    const { given } = read('crm/leads', '--json', '--json', '--filter', 'city=Goa', '--filter', 'state=Goa');
    assert.deepEqual({ ...given }, { json: true, filter: ['city=Goa', 'state=Goa'] });
  });

  it('say which value is missing', () => {
    assert.throws(
      () => read('crm/leads', '--count'),
      /: the value of --count is missing\. See recordbench export --help\.$/,
    );
  });

  it('say how to write a value that begins with a dash', () => {
    const message =
      /^CliProblem: Could not run export: the value of --count begins with a dash, or is missing\. Write it as --count=VALUE\.$/;
    assert.throws(() => read('crm/leads', '--count', '-1'), message);
    assert.equal(read('crm/leads', '--search=-1').given['search'], '-1');
  });

  it('show the help even if they are wrong', () => {
    assert.equal(read('--help', '--ids', '', '--ids', '1').given['help'], true);
  });
});
