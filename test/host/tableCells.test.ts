import assert from 'node:assert/strict';
import { readStaged } from '../../src/model/list/stagedCells.ts';
import { setText, stagedCity } from './leadConnection.ts';
import { TableBench } from './tableBench.ts';
import { waitUntil } from './waitUntil.ts';
import * as vscode from 'vscode';

describe('table cells on the host', () => {
  let bench: TableBench;
  beforeEach(async () => (bench = await TableBench.open()));
  afterEach(() => bench.close());

  it('truncate long values, and return the full value on request', async () => {
    const long = '🙂'.repeat(262_144); // a megabyte
    Object.assign(bench.service.leads.get('1') ?? {}, { city: long });
    const reply = await bench.panel.page.call.rows({ query: {}, from: 0, count: 1 });
    const [row] = reply.rows;
    assert.deepEqual([row?.cells[1]?.length, row?.cut], [2_000, [1]]);
    assert.equal(await bench.panel.page.call.wholeText({ id: '1', column: 'leads.city' }), long);
    bench.parts.pages.evict('fake');
    assert.equal(await bench.panel.page.call.wholeText({ id: '1', column: 'leads.city' }), long);
  });

  it('are staged in the document by field name, and reverted', async () => {
    await bench.rows();
    const cell = { id: '1', column: 'leads.city', from: 'Goa' };
    assert.deepEqual(await bench.panel.page.call.stage({ ...cell, to: 'Pune' }), {
      1: { 'leads.city': { from: 'Goa', to: 'Pune' } },
    });
    const staged = readStaged(bench.document.getText());
    assert.deepEqual(staged.staged, new Map([['1', new Map([['city', { from: 'Goa', to: 'Pune' }]])]]));
    assert.equal(staged.madeFor, bench.service.url);
    assert.deepEqual(await bench.panel.page.call.stage(cell), {});
    assert.equal(bench.document.getText(), '{}\n');
  });

  it('undo and redo staged changes, although VS Code would undo in another document', async () => {
    await bench.rows();
    const cell = { id: '1', column: 'leads.city', from: 'Goa' };
    await bench.panel.page.call.stage({ ...cell, to: 'Pune' });
    await bench.panel.page.call.stage({ ...cell, to: 'Delhi' });
    const city = (): string | null | undefined =>
      readStaged(bench.document.getText()).staged?.get('1')?.get('city')?.to;
    for (const [name, expected] of [
      ['undo', 'Pune'],
      ['undo', undefined],
      ['redo', 'Pune'],
      ['redo', 'Delhi'],
    ] as const) {
      bench.panel.page.notify.command({ name });
      await waitUntil(`${name} gives ${expected}`, () => city() === expected);
    }
    assert.equal(readStaged(bench.document.getText()).madeFor, bench.service.url);
  });

  it('lose none of sixty concurrent changes', async () => {
    await bench.rows();
    const cells = Array.from({ length: 60 }, (_, index) => ({ id: String(index), column: 'leads.city', from: 'Goa' }));
    await Promise.all(cells.map((cell) => bench.panel.page.call.stage({ ...cell, to: `Pune ${cell.id}` })));
    assert.equal(readStaged(bench.document.getText()).staged?.size, 60);
  });

  it('follow other edits of the text, but ignore invalid JSON', async () => {
    await bench.rows();
    await setText(bench.document, stagedCity(bench.service.url, ['2', 'Goa', 'Agra']));
    bench.session.sendStaged();
    assert.deepEqual(bench.panel.staged.at(-1), { 2: { 'leads.city': { from: 'Goa', to: 'Agra' } } });
    await setText(bench.document, '{ "2"');
    bench.session.sendStaged();
    assert.deepEqual(bench.panel.staged.at(-1), { 2: { 'leads.city': { from: 'Goa', to: 'Agra' } } });
    const refused = bench.panel.page.call.stage({ id: '1', column: 'leads.city', from: 'Goa', to: 'x' });
    await assert.rejects(refused, /Could not edit the cell. The staged cells are not JSON/);
  });

  it('report why a save refused a cell', async () => {
    await bench.rows();
    const staged = new Map([['1', new Map([['city', { from: 'Goa', to: 'Pune' }]])]]);
    await setText(bench.document, stagedCity(bench.service.url, ['1', 'Goa', 'Pune']));
    const fields = new Map([['city', 'Not served.']]);
    const problem = { sentence: 'Could not save.', fields, isUnknown: false };
    const outcome = { saved: new Map(), problems: new Map([['1', problem]]), said: ['Bo was told.'] };
    bench.parts.problems.set(bench.document.uri.toString(), staged, outcome);
    bench.session.sendSaveResult();
    assert.equal(bench.panel.staged.at(-1)?.['1']?.['leads.city']?.problem, 'Not served.');
    assert.ok(bench.panel.reported.includes('said Bo was told.'));
  });

  it('explain why a cell is read-only, and refuse to stage it', async () => {
    await bench.rows();
    const why = async (column: string): Promise<string | null> =>
      (await bench.panel.page.call.cellInfo({ id: '1', column })).whyNot;
    assert.equal(await why('leads.city'), null);
    assert.match((await why('leads.name')) ?? '', /“name” is read-only for you/);
    assert.equal(await why('shout'), '“Shout” is computed by the service, so it cannot be edited.');
    await assert.rejects(
      bench.panel.page.call.stage({ id: '1', column: 'leads.name', from: 'Lead 1', to: 'x' }),
      /“name” is read-only for you/,
    );
    const [connection] = bench.memory.connections.all();
    assert.ok(connection);
    await bench.memory.connections.change({ ...connection, readOnly: true });
    assert.match((await why('leads.city')) ?? '', /The connection Fake is read-only/);
    await assert.rejects(
      bench.panel.page.call.stage({ id: '1', column: 'leads.city', from: 'Goa', to: 'x' }),
      /read-only/,
    );
    assert.equal(bench.logged.at(-1), 'A table asked for something that is not allowed, and was refused.');
    assert.equal(bench.document.getText(), '{}\n');
  });

  it('return their kind, and refuse to stage a value of another kind', async () => {
    await bench.rows();
    const cell = { id: '1', column: 'leads.score', from: '1' };
    assert.deepEqual(await bench.panel.page.call.cellInfo({ id: '1', column: 'leads.score' }), {
      whyNot: null,
      kind: 'number',
    });
    await assert.rejects(bench.panel.page.call.stage({ ...cell, to: 'banana' }), /“banana” is not a valid number/);
    assert.equal(bench.document.getText(), '{}\n');
  });

  it('remember the stored value when the list formats it differently', async () => {
    bench.service.listsCity = (city) => city && `<${city}>`;
    await bench.rows();
    await bench.panel.page.call.stage({ id: '1', column: 'leads.city', from: '<Goa>', to: 'Pune' });
    assert.deepEqual(JSON.parse(bench.document.getText()), {
      $service: bench.service.url,
      1: { city: { from: '<Goa>', to: 'Pune', held: 'Goa' } },
    });
  });

  it('are all discarded in one undo step, and nothing is sent', async () => {
    await bench.rows();
    await bench.panel.page.call.stage({ id: '1', column: 'leads.city', from: 'Goa', to: 'Pune' });
    await bench.panel.page.call.stage({ id: '2', column: 'leads.city', from: 'Goa', to: 'Agra' });
    const staged = bench.document.getText();
    bench.panel.page.notify.command({ name: 'discard' });
    await waitUntil('nothing is left to save', () => !bench.document.isDirty);
    assert.equal(bench.document.getText(), '{}\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(bench.document.getText(), staged);
    assert.deepEqual(bench.service.posts(), []);
  });

  it('are staged as a block in one undo step, and report values that do not fit', async () => {
    await bench.rows();
    const cells = ['1', '2', '3', '4', '5'].flatMap((id) => [
      { id, column: 'leads.city', from: 'Goa', text: `Pune ${id}` },
      { id, column: 'leads.score', from: id, text: id === '3' ? 'banana' : '1,000.5' },
      { id, column: 'leads.name', from: `Lead ${id}`, text: 'x' },
    ]);
    const { staged, refused } = await bench.panel.page.call.stageBlock({ cells });
    assert.equal(Object.keys(staged).length, 5);
    assert.deepEqual(staged['1'], {
      'leads.city': { from: 'Goa', to: 'Pune 1' },
      'leads.score': { from: '1', to: '1000.5' },
    });
    assert.deepEqual(
      refused.map(({ id, column }) => `${id} ${column}`),
      ['1 leads.name', '2 leads.name', '3 leads.score', '3 leads.name', '4 leads.name', '5 leads.name'],
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(bench.document.getText(), '{}\n');
    await vscode.commands.executeCommand('redo');
    assert.equal(readStaged(bench.document.getText()).staged?.size, 5);
    assert.deepEqual(bench.service.posts(), []);
  });

  it('read a list page once per block when the list formats values differently', async () => {
    bench.service.listsCity = (city) => city && `<${city}>`;
    await bench.rows();
    const before = bench.listed();
    const cells = ['1', '2', '3'].map((id) => ({ id, column: 'leads.city', from: '<Goa>', text: 'Pune' }));
    await bench.panel.page.call.stageBlock({ cells });
    const held = { city: { from: '<Goa>', to: 'Pune', held: 'Goa' } };
    assert.deepEqual(JSON.parse(bench.document.getText()), { $service: bench.service.url, 1: held, 2: held, 3: held });
    assert.equal(bench.listed(), before + 1);
  });

  it('read the form of a record once for all its cells', async () => {
    await bench.rows();
    for (const column of ['leads.city', 'leads.score', 'leads.name'])
      await bench.panel.page.call.cellInfo({ id: '1', column });
    assert.equal(bench.service.received.filter(({ path }) => path === '/crm/leads/edit').length, 1);
  });
});
