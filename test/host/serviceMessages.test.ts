import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { searchNotices } from '../../src/commands/lists/recordFinder.ts';
import { KnownSecrets } from '../../src/model/connection/knownSecrets.ts';
import { ServiceMessages } from '../../src/services/common/serviceMessages.ts';
import { ReadingConsent } from '../../src/tools/readingConsent.ts';
import { modelTool } from '../../src/tools/recordTool.ts';
import type { ToolDeps } from '../../src/tools/toolDeps.ts';
import { watchedLines } from '../../src/tree/watchedTree.ts';
import { interfaceService } from '../support/interfaceService.ts';
import { recordbenchApi, runCommand } from './recordbenchApi.ts';
import { pluck } from '../support/pluck.ts';

const words = 'Users are looked up slowly today.';

describe('service message in the response to an indirect request', () => {
  it('is shown below the results of a search', () => {
    const lines = searchNotices({ unsearched: [], said: [words] }, true, 'x');
    assert.deepEqual(pluck(lines, 'label'), ['No results for “x”', words]);
  });

  it('is shown above the watched items', () => {
    const lines = watchedLines({ said: () => [words], all: () => [] }, { get: () => undefined });
    assert.deepEqual(
      lines.map(({ item }) => item.label),
      [words],
    );
  });

  it('is included in the response to a language model', async () => {
    const deps = { log: { info: () => undefined }, connections: { secrets: new KnownSecrets() } };
    const run = async () => {
      ServiceMessages.report([words]);
      return { about: {}, list: 'records', entries: [], source: 'a list' };
    };
    const tool = modelTool(
      'recordbench_test',
      { doing: () => 'Reading', connections: () => [], run },
      new ReadingConsent(),
      deps as unknown as ToolDeps,
    );
    const { content = [] } =
      (await tool.invoke({ input: {} } as never, new vscode.CancellationTokenSource().token)) ?? {};
    assert.match(JSON.stringify(content), new RegExp(words));
  });

  it('appears once in the notes of an import that looked up names', async () => {
    await recordbenchApi();
    const message = (at: string): readonly string[] => (at.startsWith('/access_controls/users/') ? [words] : []);
    const service = await interfaceService({ message });
    const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-said-'));
    try {
      const connection = await runCommand<string>('addConnection', { name: 'Said 1', baseUrl: service.url });
      const source = path.join(folder, 'leads.csv');
      writeFileSync(source, 'id,Owner\nm1,Dana Ito\nm2,Dana Ito\n');
      const options = { connection, controller: 'crm/leads', source, confirmed: true };
      const { changed, notes } = await runCommand<{ changed: number; notes: string[] }>('importRecords', options);
      assert.deepEqual([changed, notes], [2, [words]]);
    } finally {
      await vscode.commands.executeCommand('notifications.clearAll');
      const settings = vscode.workspace.getConfiguration('recordbench');
      await settings.update('connections', [], vscode.ConfigurationTarget.Global);
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
