import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writableJournalFolder } from '../../../src/cli/bulkServices.ts';
import type { Context } from '../../../src/cli/command.ts';
import { appendSummary, checkSummary } from '../../../src/cli/pipelineReport.ts';
import { checkPlanFile } from '../../../src/cli/planOutput.ts';

describe('files that a command writes', () => {
  let folder: string;
  let problems: string[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-out-'));
    problems = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const context = (): Context =>
    ({ workingFolder: folder, terminal: { problem: (text: string) => problems.push(text) } }) as unknown as Context;

  it('are never files that it also reads, under any name', async () => {
    writeFileSync(path.join(folder, 'leads.csv'), 'id\n1\n');
    symlinkSync('leads.csv', path.join(folder, 'link.csv'));
    await checkPlanFile('new.recordplan.json', ['leads.csv', undefined, 'new.recordplan.json'], context());
    for (const name of ['leads.csv', './leads.csv', path.join(folder, 'link.csv')])
      await assert.rejects(
        checkPlanFile(name, [undefined, 'leads.csv'], context()),
        /Could not use --plan \S+: it is the same file as leads\.csv\. Choose another file\./,
      );
    await assert.rejects(checkSummary('link.csv', context(), 'leads.csv'), /Could not use --summary link\.csv/);
    assert.equal(readFileSync(path.join(folder, 'leads.csv'), 'utf8'), 'id\n1\n');
  });

  it('include a plan, whose folder is checked first', async () => {
    await assert.rejects(
      checkPlanFile('nowhere/new.recordplan.json', [], context()),
      /^FileProblem: Could not write new\.recordplan\.json: the file or folder was not found\. Choose another location\.$/,
    );
    writeFileSync(path.join(folder, 'old.recordplan.json'), 'old');
    await checkPlanFile('old.recordplan.json', [], context());
    assert.deepEqual(readdirSync(folder), ['old.recordplan.json']);
    assert.equal(readFileSync(path.join(folder, 'old.recordplan.json'), 'utf8'), 'old');
  });

  it('include journals, in a folder that is checked first', async () => {
    assert.equal(await writableJournalFolder({ journal: 'a/journal' }, context()), path.join(folder, 'a', 'journal'));
    writeFileSync(path.join(folder, 'file'), '');
    await assert.rejects(
      writableJournalFolder({ journal: 'file/journal' }, context()),
      /^FileProblem: Could not use \S+ for --journal: the folder was not found\. Choose another location\.$/,
    );
    await assert.rejects(
      writableJournalFolder({ journal: 'file' }, context()),
      /^FileProblem: Could not use \S+ for --journal: a file with that name exists\. Choose another location\.$/,
    );
  });

  it('include a summary, which is checked first and never hides the result', async () => {
    await checkSummary('summary.md', context(), undefined);
    await appendSummary('summary.md', context(), 'text');
    assert.equal(readFileSync(path.join(folder, 'summary.md'), 'utf8'), 'text');
    mkdirSync(path.join(folder, 'folder'));
    await assert.rejects(checkSummary('folder', context(), undefined), /it is a folder/);
    await appendSummary('folder', context(), 'text');
    assert.deepEqual(problems, ['Could not write the summary to folder: it is a folder. Choose a file name.']);
  });
});
