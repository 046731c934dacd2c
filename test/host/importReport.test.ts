import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { notifyImported } from '../../src/features/import/host/importReport.ts';
import { asked } from './prompts.ts';
import { waitUntil } from './waitUntil.ts';

describe('import report', () => {
  it('is plain text without executable links, one line per refusal', async () => {
    const why = '[Details](command:recordbench.bulkDelete)\n# all is well';
    const counts = { added: 0, failed: 0, unclear: 0, waiting: 0, refused: 1, skipped: 0 };
    const outcome = {
      changed: 0,
      unchanged: 0,
      added: [],
      refused: [{ position: 3, why }],
      skipped: [],
      counts,
      notes: [],
    };
    await asked(
      'showWarningMessage',
      () => 'Show Report',
      async () => notifyImported({ name: 'leads.csv', unit: 'row', isPreview: false, said: [] }, outcome),
    );
    const report = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find((document) => document.getText().includes('Import of leads.csv'));
    await waitUntil('the report is open', () => report() !== undefined);
    assert.equal(report()?.languageId, 'plaintext');
    const lines = report()?.getText().split('\n') ?? [];
    assert.deepEqual(
      lines.filter((line) => line.startsWith('#')),
      [],
    );
    assert.match(lines.find((line) => line.startsWith('- ')) ?? '', /3: refused\. \[Details\].* # all is well$/);
  });
});
