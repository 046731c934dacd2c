import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { connectToLeads, type LeadConnection } from './leadConnection.ts';
import { runCommand } from './recordbenchApi.ts';
import { MemoryFiles } from './memoryFiles.ts';

interface Result {
  readonly target: string;
  readonly written: number;
  readonly expected: number;
  readonly notes: readonly string[];
}

describe('exporting records', () => {
  let leads: LeadConnection;
  let folder: string;
  beforeEach(async () => {
    leads = await connectToLeads();
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-export-test-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await leads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string): string => path.join(folder, name);
  const run = async (argument: object): Promise<Result> =>
    runCommand<Result>('exportRecords', {
      connection: leads.id,
      controller: 'crm/leads',
      ...argument,
    });

  it('writes the columns of the table to a file, and reports what it wrote', async () => {
    leads.service.leads.set('6', { name: '=HYPERLINK("x")', city: 'two\nlines', score: null });
    const result = await run({ target: file('leads.csv') });
    assert.deepEqual(result, {
      target: vscode.Uri.file(file('leads.csv')).toString(),
      written: 6,
      expected: 6,
      isComplete: true,
      notes: [],
    });
    const lines = readFileSync(file('leads.csv'), 'utf8').split('\r\n');
    assert.equal(lines[0], '\uFEFFid,NAME,CITY,SCORE,Shout');
    assert.equal(lines[1], '1,Lead 1,Goa,1,Lead 1!');
    assert.equal(lines[6], `6,"'=HYPERLINK(""x"")","two\nlines",,"'=HYPERLINK(""x"")!"`);
    assert.deepEqual(readdirSync(folder), ['leads.csv']);
  });

  it('writes every format, a search, a selection, and columns by name', async () => {
    const query = { search: 'Lead 3' };
    await run({ target: file('a.json'), query });
    assert.deepEqual(JSON.parse(readFileSync(file('a.json'), 'utf8')), [
      { 'leads.id': '3', 'leads.name': 'Lead 3', 'leads.city': 'Goa', 'leads.score': '3', shout: 'Lead 3!' },
    ]);
    await run({ target: file('a.jsonl'), ids: ['2', '4'], columns: ['leads.city'] });
    assert.equal(
      readFileSync(file('a.jsonl'), 'utf8'),
      '{"leads.id":"2","leads.city":"Goa"}\n{"leads.id":"4","leads.city":"Goa"}\n',
    );
    await run({ target: file('a.md'), query, columns: ['leads.name'] });
    assert.equal(readFileSync(file('a.md'), 'utf8'), '| id | NAME |\n| --- | --- |\n| 3 | Lead 3 |\n');
    await run({ target: file('a.xlsx') });
    assert.equal(readFileSync(file('a.xlsx')).subarray(0, 2).toString(), 'PK');
    await run({ target: file('text'), format: 'csv', except: ['1', '2', '3', '4'] });
    assert.match(readFileSync(file('text'), 'utf8'), /\r\n5,Lead 5,Goa,5,Lead 5!\r\n$/);
  });

  it('writes displayed values on request, and notes where it cannot', async () => {
    leads.service.leads.set('1', { name: 'Ada', city: 'Goa', score: '1234567' });
    const lines = async (argument: object): Promise<string[]> => {
      await run({ target: file('a.csv'), ids: ['1'], columns: ['leads.score'], ...argument });
      return readFileSync(file('a.csv'), 'utf8').split('\r\n').slice(1, -1);
    };
    assert.deepEqual(await lines({}), ['1,1234567']);
    leads.service.trouble = ({ path: asked }, response) => {
      if (asked.endsWith('index.json')) return false;
      response.writeHead(404).end('{}');
      return true;
    };
    const { notes } = await run({ target: file('b.csv'), ids: ['1'], asShown: true });
    assert.match(notes.join(' '), /did not provide labels for its choices/);
    leads.service.trouble = undefined;
    // only the form of a record knows that it is a number
    assert.deepEqual(await lines({ asShown: true }), ['1,"1,234,567"']);
  });

  it('writes larger exports in a worker thread, each record once', async () => {
    for (let id = 1; id <= 1_234; id++)
      leads.service.leads.set(String(id), { name: `Lead ${id}`, city: 'Goa', score: null });
    const { written, notes } = await run({ target: file('many.jsonl'), columns: ['leads.name'] });
    assert.deepEqual([written, notes], [1_234, []]);
    const lines = readFileSync(file('many.jsonl'), 'utf8').split('\n');
    assert.deepEqual([lines.length, new Set(lines).size], [1_235, 1_235]);
  });

  it('writes formulas unescaped when the setting allows it', async () => {
    leads.service.leads.set('1', { name: '=1+1', city: null, score: null });
    const settings = vscode.workspace.getConfiguration('recordbench');
    await settings.update('export.defuseFormulas', false, vscode.ConfigurationTarget.Global);
    try {
      await run({ target: file('a.csv'), ids: ['1'], columns: ['leads.name'] });
      assert.match(readFileSync(file('a.csv'), 'utf8'), /\r\n1,=1\+1\r\n$/);
    } finally {
      await settings.update('export.defuseFormulas', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('fails with an error and leaves no file', async () => {
    await assert.rejects(
      run({ target: path.join(folder, 'none', 'a.csv') }),
      /Could not write a\.csv: the file or folder was not found/,
    );
    await assert.rejects(run({ target: file('a.csv'), columns: ['leads.none'] }), /has no column “leads\.none”/);
    await assert.rejects(run({ target: file('a.csv'), format: 'pdf' }), /“format” must be/);
    await assert.rejects(run({ target: vscode.Uri.parse('records://x/a.csv') }), /files can't be written to “records”/);
    leads.service.isLocked = true;
    await assert.rejects(run({ target: file('a.csv') }), /token has expired/);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('writes to any VS Code file system, completely or not at all', async () => {
    const files = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider('memory-files', files);
    try {
      const target = vscode.Uri.parse('memory-files:/leads.csv');
      await run({ target });
      assert.match(files.text('/leads.csv') ?? '', /\r\n5,Lead 5,Goa,5,Lead 5!\r\n$/);
      assert.deepEqual(files.names(), ['/leads.csv']);
      files.isFull = true;
      await assert.rejects(run({ target }), /Could not write leads\.csv/);
      assert.deepEqual(files.names(), ['/leads.csv']);
    } finally {
      registered.dispose();
    }
  });
});
