import assert from 'node:assert/strict';
import { lineText, summary } from '../../bench/report.ts';

const met = { name: 'decode ÷ parse', ratio: 1.2, limit: 1.3, spread: 0.1, detail: '6 ÷ 5 ms' };
const missed = { ...met, name: 'export ÷ a loop', ratio: 1.4 };

describe('results of the benchmarks', () => {
  it('show for each line whether it meets its limit', () => {
    assert.equal(lineText(met), '  decode ÷ parse: 1.20 ±0.05, limit 1.30, met, 6 ÷ 5 ms');
    assert.match(lineText(missed), /export ÷ a loop: 1\.40 ±0\.05, limit 1\.30, MISSED/);
    assert.match(lineText({ name: 'scroll', ratio: 3, spread: 0 }), /scroll: 3\.00 ±0\.00, no limit$/);
  });

  it('end with the names of missed limits and failed benchmarks', () => {
    const [first, second] = summary([met, missed], ['bulk']).split('\n').slice(-2);
    assert.equal(first, 'Limit missed: export ÷ a loop');
    assert.match(second ?? '', /^Not measured: bulk,/);
    assert.doesNotMatch(summary([met], []), /missed|Not measured/);
  });
});
