import assert from 'node:assert/strict';
import { formatOfFile, parseFormat } from '../../../../src/model/export/exportFormat.ts';

describe('file format', () => {
  it('is recognized by its name, label or extension', () => {
    const said = ['excel', 'XLSX', 'JSON Lines', 'jsonl', 'ndjson', 'md', 'Markdown', 'csv'];
    const formats = ['excel', 'excel', 'jsonLines', 'jsonLines', 'jsonLines', 'markdown', 'markdown', 'csv'];
    assert.deepEqual(said.map(parseFormat), formats);
    assert.equal(formatOfFile('/tmp/leads.2026.XLSX'), 'excel');
  });

  it('is not recognized by any other word, including Object.prototype keys', () => {
    for (const word of ['pdf', '', 'constructor', 'toString']) assert.equal(parseFormat(word), undefined);
    assert.equal(formatOfFile('leads.constructor'), undefined);
    assert.equal(formatOfFile('leads'), undefined);
  });
});
