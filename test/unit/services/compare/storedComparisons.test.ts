import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ComparisonSummary } from '../../../../src/model/compare/comparison.ts';
import { type Comparison, comparisonIn } from '../../../../src/services/compare/comparer.ts';
import { StoredComparisons } from '../../../../src/services/compare/storedComparisons.ts';
import { ResultWriter } from '../../../../src/services/compare/resultFiles.ts';
import { PartialFiles } from '../../../../src/services/export/partialFiles.ts';
import { plainMemory } from '../../../support/memory.ts';

const summary: ComparisonSummary = {
  counts: { different: 0, onlyHere: 1, onlyThere: 0, duplicate: 0, same: 2, notCompared: 0 },
  byField: [],
  read: [3, 2],
  notes: [],
  said: [],
  isComplete: true,
};

describe('restored comparison tab', () => {
  let folder: string;
  let kept: StoredComparisons<{ readonly title: string }>;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recordbench-kept-'));
    kept = new StoredComparisons(plainMemory(), folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A comparison by a window that was closed. */
  async function found(name = '999999999-0123456789ab.found'): Promise<Comparison> {
    const comparison = comparisonIn(path.join(folder, name), summary);
    mkdirSync(comparison.folder);
    const writer = new ResultWriter(comparison.folder);
    writer.add({ kind: 'onlyHere', here: { key: '7', id: '7', name: 'Ada', cells: [] } });
    await writer.finish();
    return comparison;
  }

  it('shows its result after its window was closed', async () => {
    await kept.store('tab', { title: 'One' }, await found(), []);
    await new PartialFiles(folder).cleanUp();
    const back = await kept.find('tab');
    assert.deepEqual([back?.subject, back?.comparison?.summary], [{ title: 'One' }, summary]);
    const [entry] = (await back?.comparison?.result.entries('all', 0, 5)) ?? [];
    assert.equal(entry?.kind, 'onlyHere');
    assert.equal(
      kept.idOf(({ title }) => title === 'One'),
      'tab',
    );
  });

  it('has only the settings after a week, and nothing after it was closed', async () => {
    const comparison = await found();
    await kept.store('tab', { title: 'One' }, comparison, []);
    const old = Date.now() / 1_000 - 8 * 24 * 3_600;
    utimesSync(path.join(comparison.folder, 'kept'), old, old);
    await new PartialFiles(folder).cleanUp();
    assert.equal(existsSync(comparison.folder), false);
    assert.deepEqual(await kept.find('tab'), { subject: { title: 'One' }, comparison: undefined });
    await kept.remove('tab');
    assert.equal(await kept.find('tab'), undefined);
  });

  it('does not show the partial result of a window that was killed', async () => {
    const { folder: left } = await found();
    await new PartialFiles(folder).cleanUp();
    assert.equal(existsSync(left), false);
  });

  it('reads no folder except its own', async () => {
    const comparison = await found();
    const memory = plainMemory();
    await new StoredComparisons(memory, folder).store('tab', {}, comparison, []);
    const [entry] = memory.get('comparisons') as readonly object[];
    const outside = `../${path.basename(comparison.folder)}`;
    await memory.update('comparisons', [{ ...entry, folder: outside }, null, 'x']);
    mkdirSync(path.join(folder, 'deeper'));
    const back = await new StoredComparisons(memory, path.join(folder, 'deeper')).find('tab');
    assert.deepEqual(back, { subject: {}, comparison: undefined });
  });
});
