import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { deniedMarks } from '../../../src/model/writePermission.ts';
import { inProject } from '../../support/projectPaths.ts';

interface Entry {
  readonly command: string;
  readonly when?: string;
}

const { contributes } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  contributes: { menus: Record<string, Entry[]>; languageModelTools: { name: string; when?: string }[] };
};

/** Every command that leads to a write, and the permission that it requires. */
const writes: Readonly<Record<string, 'noAdd' | 'noEdit' | 'noDelete'>> = {
  addRecord: 'noAdd',
  duplicateRecord: 'noAdd',
  importRecords: 'noAdd',
  signup: 'noAdd',
  bulkEdit: 'noEdit',
  pasteJson: 'noEdit',
  savePending: 'noEdit',
  bulkDelete: 'noDelete',
  deleteRecord: 'noDelete',
};

/** Context values of the tree's lines. */
const lines = ['connection own', 'controller', 'controller added', 'listView', 'listView favorite', 'plainList'].concat(
  ['recent', 'recent record', 'pending record', 'pending newRecord', 'pending listView'],
);

function entriesOf(menu: string, command: string): Entry[] {
  return (contributes.menus[menu] ?? []).filter((entry) => entry.command === `recordbench.${command}`);
}

/** True if VS Code shows the entry in the menu of a line. */
function isShownFor({ when = '' }: Entry, line: string): boolean {
  const pattern = /viewItem =~ \/(.*)\/(?: |$)/.exec(when)?.[1];
  return pattern !== undefined && new RegExp(pattern).test(line);
}

describe('write that is not permitted', () => {
  const denied = deniedMarks({ name: 'Work', readOnly: true }).join(' ');

  it('is not offered on tree items of a read-only connection, but on those of any other', () => {
    for (const command of Object.keys(writes))
      for (const entry of entriesOf('view/item/context', command))
        for (const line of lines) {
          assert.equal(isShownFor(entry, `${line} ${denied}`), false, `${command} on ${line} ${denied}`);
          assert.equal(isShownFor(entry, `${line} ${denied} watched`), false, `${command} on a watched ${line}`);
        }
    const shown = Object.keys(writes).flatMap((command) =>
      entriesOf('view/item/context', command).some((entry) => lines.some((line) => isShownFor(entry, line)))
        ? [command]
        : [],
    );
    assert.deepEqual(
      shown.toSorted(),
      Object.keys(writes)
        .filter((name) => name !== 'pasteJson')
        .toSorted(),
    );
  });

  it('is not offered as a delete if only editing is permitted, while the rest is', () => {
    const line = 'recent record noDelete';
    const offered = Object.keys(writes).filter((command) =>
      entriesOf('view/item/context', command).some((entry) => isShownFor(entry, line)),
    );
    assert.deepEqual(offered, ['duplicateRecord']);
  });

  it('removes no other action from the items of a read-only connection', () => {
    for (const [command, line] of [
      ['exportRecords', 'recent'],
      ['exportRecords', 'listView'],
      ['addFavorite', 'listView'],
      ['watch', 'listView'],
      ['compareRecords', 'recent record'],
      ['refresh', 'controller'],
      ['removeController', 'controller added'],
    ] as const)
      assert.ok(
        entriesOf('view/item/context', command).some((entry) => isShownFor(entry, `${line} ${denied}`)),
        `${command} on ${line}`,
      );
  });

  it('is not in the title bar of its tab', () => {
    const keys = { noAdd: 'notAddable', noEdit: 'notEditable', noDelete: 'notDeletable' };
    for (const [command, mark] of Object.entries(writes))
      for (const { when } of entriesOf('editor/title', command))
        assert.match(when ?? '', new RegExp(`&& resource not in recordbench\\.${keys[mark]}$`), command);
    assert.equal(entriesOf('editor/title', 'deleteRecord').length, 1);
  });

  it('is not in the palette if no connection permits it, or over a tab that does not', () => {
    for (const command of [...Object.keys(writes), 'undoBulk', 'resumeBulk']) {
      if (command === 'signup') continue; // the user can enter a URL
      const [entry] = entriesOf('commandPalette', command);
      const when = entry?.when ?? '';
      assert.ok(
        /!recordbench\.readOnly\b/.test(when) || /resource not in recordbench\.notEditable/.test(when),
        command,
      );
    }
    for (const command of ['addRecord', 'duplicateRecord', 'deleteRecord', 'bulkEdit', 'bulkDelete', 'importRecords'])
      assert.match(entriesOf('commandPalette', command)[0]?.when ?? '', /resource not in recordbench\.not/, command);
  });

  it('is not a language model tool if no connection permits it', () => {
    const tool = contributes.languageModelTools.find(({ name }) => name === 'recordbench_stage');
    assert.equal(tool?.when, '!recordbench.readOnly');
  });
});
