import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { bigIds } from '../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService } from '../support/interfaceService.ts';
import { acceptsPreselected, asked, inWindow } from './prompts.ts';
import { openImportPage } from './fakeImportPanel.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { waitUntil } from './waitUntil.ts';

type Item = vscode.QuickPickItem;

let number = 0;

/** Connections for one test, under ids that no other test has used. */
async function connect(...all: { readonly baseUrl: string; readonly readOnly?: boolean }[]): Promise<string[]> {
  await recordbenchApi();
  const ids: string[] = [];
  for (const one of all) ids.push(await runCommand<string>('addConnection', { name: `Picks ${++number}`, ...one }));
  return ids;
}

async function leave(...services: InterfaceService[]): Promise<void> {
  await vscode.commands.executeCommand('notifications.clearAll');
  for (let turn = 0; turn < 20 && vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0); turn++)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.workspace.getConfiguration('recordbench').update('connections', [], vscode.ConfigurationTarget.Global);
  for (const service of services) await service.close();
}

describe('questions about references', () => {
  let service: InterfaceService;
  let connection: string;
  let folder: string;

  beforeEach(async () => {
    service = await interfaceService({ temperament: 'loose', alsoLists: ['hr/peoples'] });
    [connection = ''] = await connect({ baseUrl: service.url });
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-picks-'));
  });

  afterEach(async () => {
    await leave(service);
    rmSync(folder, { recursive: true, force: true });
  });

  it('ask for the controller and the record once per imported file', async () => {
    service.records.get('access_controls/users')?.set('18', { id: '18', deleted: '0', name: 'Dana Ito' });
    const source = path.join(folder, 'leads.csv');
    writeFileSync(source, 'id,Owner,Main Contact\nm1,Dana Ito,Bob Contact\nm2,Dana Ito,Bob Contact\n');
    const page = await openImportPage({ connection, controller: 'crm/leads', source });
    await page.start();
    const offered: (readonly Item[])[] = [];
    const questions = await asked(
      'showQuickPick',
      (text, items) => {
        offered.push(items as readonly Item[]);
        return text.includes('Which one should') ? items[1] : items[0];
      },
      () => page.preview(),
    );
    assert.deepEqual(
      questions.map((text) => text.replace(/\..*/, '')),
      ['Several controllers match', 'Which one should “Owner” refer to? The choice applies to the whole file'],
    );
    assert.deepEqual(
      offered.map((items) => items.map(({ label, description }) => [label, description])),
      [
        [
          ['crm/peoples', undefined],
          ['hr/peoples', undefined],
        ],
        [
          ['Dana Ito', bigIds[1]],
          ['Dana Ito', '18'],
        ],
      ],
    );
    assert.equal(service.writes.length, 0, 'the preview comes first');
    page.dispose();
  });

  it('ask for the controller of pasted JSON only once', async () => {
    const uri = vscode.Uri.parse(`records://${connection}/crm/leads/l1.record.json`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    const paste = async (name: string): Promise<string[]> => {
      await vscode.env.clipboard.writeText(JSON.stringify({ __contact_id: name }));
      return asked('showQuickPick', acceptsPreselected, () => runCommand('pasteJson', uri));
    };
    assert.match((await paste('Bob Contact')).join('|'), /^Several controllers match\./);
    const pasted = (): [unknown, unknown] => {
      const { contact_id: id, __contact_id: name } = JSON.parse(document.getText()) as Record<string, unknown>;
      return [id, name];
    };
    assert.deepEqual(pasted(), ['p2', 'Bob Contact']);
    assert.deepEqual(await paste('Cleo Referrer'), [], 'it is remembered for the connection');
    assert.deepEqual(pasted(), ['p3', 'Cleo Referrer']);
    assert.equal(service.writes.length, 0);
  });
});

describe('choice of a write target', () => {
  let open: InterfaceService;
  let closed: InterfaceService;

  beforeEach(async () => {
    open = await interfaceService();
    closed = await interfaceService();
  });
  afterEach(() => leave(open, closed));

  /** The items of the box that `work` opens; closes the box. */
  async function linesOf(work: () => PromiseLike<unknown>): Promise<string[]> {
    const { createQuickPick } = vscode.window;
    let box: vscode.QuickPick<Item> | undefined;
    return inWindow({ createQuickPick: () => (box = createQuickPick()) }, async () => {
      const ended = Promise.resolve(work()).catch(() => undefined);
      await waitUntil('the list views are there', () => box !== undefined && !box.busy && box.items.length > 0);
      const lines = box?.items.map(({ label, description }) => `${label} ${description ?? ''}`.trim()) ?? [];
      box?.hide();
      await ended;
      return lines;
    });
  }

  it('omits read-only connections', async () => {
    const names = await connect({ baseUrl: closed.url, readOnly: true }, { baseUrl: open.url });
    // doesn't ask if only one is left
    const questions = await asked('showQuickPick', acceptsPreselected, () => runCommand('addRecord', {}));
    assert.deepEqual(questions, ['Which controller?']);
    await connect({ baseUrl: closed.url });
    const offered: string[] = [];
    await asked(
      'showQuickPick',
      (text, items) => {
        if (text === 'To which connection?')
          offered.push(...(items as Item[]).map(({ description }) => description ?? ''));
        return undefined;
      },
      () => Promise.resolve(runCommand('addRecord', {})).catch(() => undefined),
    );
    assert.deepEqual(offered, [open.url, closed.url]);
    assert.equal(names.length, 2);
  });

  it('omits the list views of read-only connections', async () => {
    await connect({ baseUrl: closed.url, readOnly: true }, { baseUrl: open.url });
    const views = ['All crm/leads', 'All crm/peoples', 'All access_controls/users'];
    for (const command of ['importRecords', 'bulkEdit', 'bulkDelete']) {
      const lines = await linesOf(() => vscode.commands.executeCommand(`recordbench.${command}`));
      assert.deepEqual(lines.map((line) => line.replace(/ · .*/, '')).toSorted(), views.toSorted(), command);
    }
    const asRead = await linesOf(() => vscode.commands.executeCommand('recordbench.openListView'));
    assert.equal(asRead.filter((line) => line.startsWith('All ')).length, 6, 'to look at, all of them');
  });
});
