import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceError, type ServiceErrorCode } from '../../../../src/model/errors.ts';
import { AddJournal, type AddLine, interruptedImports } from '../../../../src/services/import/addJournal.ts';
import { type AddOutcome, addRecords } from '../../../../src/services/import/addRecords.ts';
import { answer, element, read, submit } from '../../api/form/formAnswer.ts';

const form = read(answer({}, { permission: 2, elements: [element('city'), submit('save_progress', 'Save')] }), 'add');
const adds = [2, 3, 4].map((place) => ({ place, values: { city: `City ${place}` } }));

describe('new records out of a file', () => {
  const lines: string[] = [];
  const run = async (
    fail: Record<number, [ServiceErrorCode, 'none' | 'unknown']>,
    signal = new AbortController().signal,
  ): Promise<{ outcomes: AddOutcome[]; sent: string[] }> => {
    const sent: string[] = [];
    lines.splice(0);
    const outcomes = await addRecords({
      form,
      adds,
      signal,
      onProgress: () => undefined,
      journal: { put: (line: AddLine) => void lines.push(`${line.type} ${'place' in line ? line.place : ''}`) },
      client: {
        save: async (_form, values) => {
          sent.push(JSON.stringify(values['city']));
          const [code, effect] = fail[sent.length + 1] ?? [];
          if (code) throw new ServiceError(code, { doing: 'add it', why: code, ...(effect && { effect }) });
          return { id: String(sent.length), messages: [] };
        },
      },
    });
    return { outcomes, sent };
  };

  it('are sent once each, with a line in the journal before and after', async () => {
    const { outcomes } = await run({});
    assert.deepEqual(outcomes, [
      { place: 2, state: 'added', id: '1' },
      { place: 3, state: 'added', id: '2' },
      { place: 4, state: 'added', id: '3' },
    ]);
    assert.deepEqual(lines, ['sent 2', 'added 2', 'sent 3', 'added 3', 'sent 4', 'added 4']);
  });

  it('are never sent again when nobody knows what became of one, and wait when the service is gone', async () => {
    const { outcomes, sent } = await run({ 3: ['timedOut', 'unknown'] });
    assert.deepEqual(sent, ['"City 2"', '"City 3"']);
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['added', 'unclear', 'waiting'],
    );
    assert.deepEqual(lines.at(-1), 'unclear 3');
  });

  it('go on after one that was refused, and stop when they are cancelled', async () => {
    const { outcomes } = await run({ 2: ['refused', 'none'] });
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['failed', 'added', 'added'],
    );
    const { sent } = await run({}, AbortSignal.abort());
    assert.deepEqual(sent, []);
  });

  it('that were under way when the window was closed are told about, once', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recordbench-adds-'));
    try {
      const about = { type: 'import', file: 'a.csv', controller: 'crm/leads', unit: 'line', count: 9 } as const;
      const killed = new AddJournal(folder, '1-killed.jsonl');
      const said: AddLine[] = [
        about,
        { type: 'sent', place: 2 },
        { type: 'added', place: 2 },
        { type: 'sent', place: 3 },
      ];
      for (const line of said) killed.put(line);
      const finished = new AddJournal(folder, '1-finished.jsonl');
      finished.put(about);
      await finished.end();
      const running = new AddJournal(folder, '2-running.jsonl');
      running.put(about);
      const isRunning = (process: number): boolean => process === 2;
      assert.deepEqual(await interruptedImports(folder, isRunning), [
        'The import of a.csv into crm/leads was interrupted: 1 of 9 new records were added. What became of line 3 is not known: look for it before you import it again.',
      ]);
      assert.deepEqual(await interruptedImports(folder, isRunning), []);
      assert.deepEqual(readdirSync(folder), ['2-running.jsonl']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
