import assert from 'node:assert/strict';
import { finestStep, parseTime, timeText } from '../../../../../../../src/features/table/page/chart/data/timeLabel.ts';

function iso(text: string): string | undefined {
  const time = parseTime(text);
  return time && `${new Date(time.at).toISOString().slice(0, 16)} ${time.step}`;
}

describe('chart date', () => {
  const read: readonly (readonly [string, string])[] = [
    ['2026', '2026-01-01T00:00 year'],
    ['2026-03', '2026-03-01T00:00 month'],
    ['2026-12-31', '2026-12-31T00:00 day'],
    ['20261231', '2026-12-31T00:00 day'],
    ['2026-12-31 23:59:00', '2026-12-31T23:59 minute'],
    ['2026-12-31T23:59:00.123Z', '2026-12-31T23:59 minute'],
    ['2026-12-31T23:59:00+02:00', '2026-12-31T21:59 minute'],
    ['2026-Q3', '2026-07-01T00:00 month'],
    ['Q3 2026', '2026-07-01T00:00 month'],
    ['2026-W01', '2025-12-29T00:00 day'],
    ['Dec 2026', '2026-12-01T00:00 month'],
    ['31 December 2026', '2026-12-31T00:00 day'],
    ['31.12.2026', '2026-12-31T00:00 day'],
  ];
  for (const [text, time] of read) it(`parses “${text}”`, () => assert.equal(iso(text), time));

  for (const text of ['', '3', '1204', '2026-13', '2026-02-31', 'Foo 2026', '2026-W54', 'New', '12/31/2026'])
    it(`rejects “${text}”`, () => assert.equal(parseTime(text), undefined));

  it('is formatted with the precision of the most precise date', () => {
    const times = ['2026', '2026-03'].map((text) => parseTime(text)!);
    assert.equal(finestStep(times), 'month');
    assert.equal(timeText(times[1]!.at, 'month'), 'Mar 2026');
  });
});
