import assert from 'node:assert/strict';
import type { HistoryEntry } from '../../../../src/model/history/historyEntry.ts';
import { hasTimeline, timelinePage, type TimelineRange } from '../../../../src/model/history/timelinePage.ts';
import { pluck } from '../../../support/pluck.ts';

const entry = (at: number): HistoryEntry => ({
  key: `key ${at}`,
  at,
  through: 'form',
  action: 'edit',
  service: 'http://a',
  controller: 'crm/leads',
  id: '1',
  name: 'Lead 1',
  fields: [],
  before: {},
  after: {},
});
const all = [50, 40, 30, 20, 10].map(entry);

function page(range: TimelineRange): { readonly times: number[]; readonly cursor: string | undefined } {
  const { entries, cursor } = timelinePage(all, range);
  return { times: entries.map(({ at }) => at), cursor };
}

describe('timeline page', () => {
  it('has everything if no limit is set', () => {
    assert.deepEqual(page({}), { times: [50, 40, 30, 20, 10], cursor: undefined });
  });

  it('has the requested number, and continues after the last one until nothing is left', () => {
    assert.deepEqual(page({ limit: 2 }), { times: [50, 40], cursor: 'key 40' });
    assert.deepEqual(page({ limit: 2, cursor: 'key 40' }), { times: [30, 20], cursor: 'key 20' });
    assert.deepEqual(page({ limit: 2, cursor: 'key 20' }), { times: [10], cursor: undefined });
    assert.deepEqual(page({ limit: 5 }), { times: [50, 40, 30, 20, 10], cursor: undefined });
  });

  it('continues at the same position when something was added in between', () => {
    const { cursor } = timelinePage(all, { limit: 2 });
    const { entries } = timelinePage([entry(60), ...all], { limit: 2, cursor: cursor ?? '' });
    assert.deepEqual(pluck(entries, 'at'), [30, 20]);
  });

  it('has all entries since a given time', () => {
    assert.deepEqual(page({ limit: { timestamp: 30 } }), { times: [50, 40, 30], cursor: 'key 30' });
  });

  it('ends after a change that is no longer stored', () => {
    assert.deepEqual(page({ limit: 2, cursor: 'key 5' }), { times: [], cursor: undefined });
  });
});

describe('VS Code Timeline API', () => {
  const register = (): void => assert.fail('it is only looked at');

  it('is available to every extension from 1.145 on', () => {
    for (const version of ['1.145.0', '1.145.0-insider', '1.200.3', '2.0.0'])
      assert.equal(hasTimeline(version, register), true, version);
  });

  it('is not used before that, where the function exists and throws', () => {
    for (const version of ['1.106.1', '1.139.1', '1.144.9', '0.200.0', 'unknown', ''])
      assert.equal(hasTimeline(version, register), false, version);
  });

  it('is not used if it does not exist', () => {
    assert.equal(hasTimeline('1.145.0', undefined), false);
  });
});
