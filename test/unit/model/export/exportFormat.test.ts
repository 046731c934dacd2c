import assert from 'node:assert/strict';
import { formatOfFile, parseFormat } from '../../../../src/model/export/exportFormat.ts';

describe('the format of a file', () => {
  it('is known by its name, its label or its ending', () => {
    const said = ['excel', 'XLSX', 'JSON Lines', 'jsonl', 'ndjson', 'md', 'Markdown', 'csv'];
    const formats = ['excel', 'excel', 'jsonLines', 'jsonLines', 'jsonLines', 'markdown', 'markdown', 'csv'];
    assert.deepEqual(said.map(parseFormat), formats);
    assert.equal(formatOfFile('/tmp/leads.2026.XLSX'), 'excel');
  });

  it('is not known by any other word, not even one that every object has', () => {
    for (const word of ['pdf', '', 'constructor', 'toString']) assert.equal(parseFormat(word), undefined);
    assert.equal(formatOfFile('leads.constructor'), undefined);
    assert.equal(formatOfFile('leads'), undefined);
  });
});
