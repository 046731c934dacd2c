import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainColumn } from '../../../../support/plainColumn.ts';
import { pluck } from '../../../../support/pluck.ts';
import { rowAt, sourceWithHost, textAt } from './sourceWithHost.ts';

describe('rows of a table', () => {
  it('are requested in pages, and only near the viewport', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 1_000_000 });
    assert.equal(source.length, 1_000_000);
    source.setVisibleRows(0, 4);
    assert.equal(pending.length, 0);
    source.setVisibleRows(500_003, 500_006);
    assert.deepEqual(
      pending.map(({ request }) => [request.from, request.count]),
      [[500_000, 10]],
    );
    await next().answer({ rows: rows(500_000, 10), total: 1_000_000 });
    assert.equal(textAt(source, 500_003), '500003');
  });

  it('start with rows the host sent, if they match the first request, or request them', async () => {
    const sent = (from: number) => ({
      request: { query: {}, from, count: 10 },
      rows: { from, rows: [rowAt(from, 'sent ')], columns: [plainColumn('name')], total: 1, nameKey: 'name' },
    });
    const replies: (string | undefined)[] = [];
    const expected = sourceWithHost({ first: sent(0), onReply: ({ nameKey }) => replies.push(nameKey) });
    expected.source.setVisibleRows(0, 0);
    await expected.settled();
    assert.deepEqual([textAt(expected.source, 0), expected.pending.length, replies], ['sent 0', 0, ['name']]);
    expected.source.refresh();
    assert.equal(expected.pending.length, 1, 'once');
    const other = sourceWithHost({ first: sent(10) });
    other.source.setVisibleRows(0, 0);
    assert.equal(other.next().request.from, 0);
    other.source.setQuery({ search: 'x' });
    assert.equal(other.next().request.from, 0);
  });

  it('start with rows the host sent from around the first visible row', async () => {
    const rows = Array.from({ length: 10 }, (_, offset) => rowAt(26 + offset, 'sent '));
    const first = {
      request: { query: {}, from: 26, count: 10 },
      rows: { from: 26, rows, columns: [plainColumn('name')], total: 50 },
    };
    const { source, pending, settled } = sourceWithHost({ first, startAt: 29 });
    source.setVisibleRows(0, 0);
    await settled();
    source.setVisibleRows(29, 32);
    assert.deepEqual([textAt(source, 29), textAt(source, 32)], ['sent 29', 'sent 32']);
    assert.deepEqual(pending, []);
  });

  it('of an older search add none of their columns when collected', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 20 });
    const collected = source.collect(10, 19);
    const late = next();
    source.setQuery({ search: 'x' });
    await next().answer({ rows: rows(0, 10), total: 10 });
    const wider = rows(10, 10).map((row) => ({ ...row, cells: ['more', ...row.cells] }));
    await late.answer({ rows: wider, columns: [plainColumn('other'), plainColumn('name')], total: 20 });
    assert.deepEqual(
      source.columns.map(({ key }) => key),
      ['name'],
    );
    assert.deepEqual((await collected)[0]?.cells, ['10']);
  });

  it('are prefetched shortly before they become visible', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setVisibleRows(3, 8);
    assert.equal(pending[0]?.request.from, 10);
  });

  it('start at the top if the last position is unavailable; only then a failure is reported', async () => {
    const { source, next, rows, seen } = sourceWithHost({ startAt: 45 });
    source.setVisibleRows(0, 0);
    await next().refuse('Nothing answers.', 'unreachable');
    assert.equal(source.failure, undefined);
    const again = next();
    assert.equal(again.request.from, 0);
    await again.answer({ rows: rows(0, 10), total: 100, seenAt: 1_000 });
    assert.deepEqual([textAt(source, 0), source.columns.length, seen.restarts, source.isFromTop], ['0', 1, 1, true]);
    const other = sourceWithHost({ startAt: 45 });
    other.source.setVisibleRows(0, 0);
    await other.next().refuse('Nothing answers.');
    await other.next().refuse('Nothing answers.');
    assert.equal(other.source.failure?.message, 'Nothing answers.');
    assert.equal(other.pending.length, 0);
  });

  it('start where the user left off', async () => {
    const { source, next, rows, seen } = sourceWithHost({ startAt: 45 });
    source.setVisibleRows(0, 0);
    assert.equal(next().request.from, 40);
    assert.equal(seen.restarts, 0);
    source.setVisibleRows(0, 0);
    const { source: other, next: nextOther } = sourceWithHost({ startAt: 45 });
    other.setVisibleRows(0, 0);
    await nextOther().answer({ rows: rows(40, 10), total: 100 });
    assert.equal(textAt(other, 45), '45');
  });

  it('are no longer requested once scrolled past', async () => {
    const { source, next, rows, pending, afterPause } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 1_000 });
    source.setVisibleRows(103, 106);
    const passed = next();
    source.setVisibleRows(503, 506);
    assert.equal(passed.signal.aborted, true);
    assert.equal(pending.length, 0, 'a moment passes first, in case the scroll bar is being dragged');
    source.setVisibleRows(703, 706);
    afterPause();
    assert.deepEqual(
      pending.map(({ request }) => request.from),
      [700],
    );
    await passed.answer({ rows: rows(100, 10, 'late '), total: 1_000 });
    assert.equal(source.row(100), undefined);
  });

  it('of an older search are dropped, however late they arrive', async () => {
    const { source, next, rows, seen } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setQuery({ search: 'a' });
    const older = next();
    source.setQuery({ search: 'ab' });
    const newer = next();
    assert.equal(textAt(source, 0), '0', 'what was there stays until there is something newer');
    assert.equal(source.isStale, true);
    await newer.answer({ rows: rows(0, 3, 'ab '), total: 3 });
    await older.answer({ rows: rows(0, 7, 'a '), total: 7 });
    assert.equal(textAt(source, 0), 'ab 0');
    assert.equal(source.length, 3);
    assert.equal(source.row(5), undefined);
    assert.equal(seen.restarts, 2);
  });

  it('stay during a refresh', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(10, 10), total: 100 });
    source.refresh();
    assert.equal(textAt(source, 12), '12');
    await next().answer({ rows: rows(0, 10, 'new '), total: 100 });
    assert.equal(textAt(source, 0), 'new 0');
    assert.equal(textAt(source, 12), '12');
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(10, 10, 'new '), total: 100 });
    assert.equal(textAt(source, 12), 'new 12');
    assert.equal(pending.length, 0);
  });

  it('stay when a refresh fails, and can be retried', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.refresh();
    await next().refuse('The token has expired.', 'notSignedIn');
    assert.deepEqual(source.failure, { code: 'notSignedIn', message: 'The token has expired.' });
    assert.equal(textAt(source, 0), '0');
    source.setVisibleRows(0, 4);
    assert.equal(pending.length, 0, 'nothing is tried again by itself');
    source.retry();
    await next().answer({ rows: rows(0, 10, 'new '), total: 100 });
    assert.equal(source.failure, undefined);
    assert.equal(textAt(source, 0), 'new 0');
  });

  it('of an earlier query do not stay next to the error of the current one', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100, seenAt: 1_000, isCut: true });
    source.setQuery({ search: 'x' });
    next();
    source.refresh();
    assert.equal(textAt(source, 0), '0');
    await next().refuse('Nothing answers.', 'unreachable');
    assert.equal(source.failure?.message, 'Nothing answers.');
    assert.deepEqual([source.row(0), [...source.shown()], source.length, source.total], [undefined, [], 0, null]);
    assert.deepEqual([source.isStale, source.seenAt, source.isCut], [false, undefined, false]);
    assert.equal(source.columns.length, 1, 'which the user may want to filter by');
    source.retry();
    await next().refuse('Nothing answers.', 'unreachable');
    source.refresh();
    await next().answer({ rows: rows(0, 3, 'x '), total: 3 });
    assert.deepEqual([textAt(source, 0), source.length, source.failure], ['x 0', 3, undefined]);
    source.refresh();
    await next().refuse('Nothing answers.', 'unreachable');
    assert.equal(textAt(source, 0), 'x 0', 'they belong to this query');
  });

  it('of a query that is shown again stay next to its error', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setQuery({ search: 'x' });
    source.setQuery({});
    next();
    await next().refuse('Nothing answers.', 'unreachable');
    assert.deepEqual([textAt(source, 0), source.length, source.isOfOtherQuery], ['0', 100, false]);
  });

  it('are evicted when they are far away', async () => {
    const { source, next, rows, afterPause } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 10_000 });
    for (let page = 1; page <= 40; page++) {
      source.setVisibleRows(page * 100 + 3, page * 100 + 6);
      afterPause();
      const { request, answer } = next();
      await answer({ rows: rows(request.from, 10), total: 10_000 });
    }
    assert.equal(source.row(0), undefined);
    assert.ok(source.row(4_000));
    const held = Array.from({ length: 10_000 }, (_, place) => source.row(place)).filter(Boolean).length;
    assert.ok(held <= 300, `${held} rows`);
  });

  it('wait while hidden', () => {
    const { source, pending } = sourceWithHost();
    source.pause();
    source.setVisibleRows(0, 4);
    assert.equal(pending.length, 0);
    source.resume();
    assert.equal(pending.length, 1);
  });

  it('are never at a wrong index, whatever the service does', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('scroll' as const), to: fc.nat(90) }),
      fc.record({ kind: fc.constant('answer' as const), which: fc.nat(3), take: fc.nat(12) }),
      fc.record({ kind: fc.constant('fail' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('search' as const), text: fc.constantFrom('a', 'b') }),
      fc.record({ kind: fc.constant('refresh' as const) }),
      fc.record({ kind: fc.constant('grow' as const) }),
      fc.record({ kind: fc.constant('pause' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { source, pending, afterPause } = sourceWithHost();
        let total = 100;
        source.setVisibleRows(0, 5);
        for (const one of steps) {
          if (one.kind === 'scroll') source.setVisibleRows(one.to, one.to + 5);
          else if (one.kind === 'search') source.setQuery({ search: one.text });
          else if (one.kind === 'refresh') source.refresh();
          else if (one.kind === 'grow') total++;
          else if (one.kind === 'pause') afterPause();
          else {
            const [chosen] = pending.splice(one.which % Math.max(1, pending.length), 1);
            if (one.kind === 'fail') await chosen?.refuse('no');
            else if (chosen) {
              // each row contains the search and the total that it was returned for
              const { query, from, count } = chosen.request;
              const rows = Array.from({ length: Math.min(one.take, count, Math.max(0, total - from)) }, (_, offset) =>
                rowAt(from + offset, `${query.search ?? ''}/${total}/`),
              );
              await chosen.answer({ rows, total });
            }
          }
          if (!source.isStale && source.total !== null)
            for (let place = 0; place < source.length; place++) {
              const text = textAt(source, place);
              if (text) assert.equal(text, `${source.query.search ?? ''}/${text.split('/')[1]}/${place}`);
            }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('rows returned by a service', () => {
  it('that a capped page omitted are requested from their own offset', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 9);
    await next().answer({ rows: rows(0, 4), total: 9 });
    source.setVisibleRows(0, 8);
    const rest = next();
    assert.deepEqual([rest.request.from, rest.request.count], [4, 5]);
    await rest.answer({ rows: rows(4, 4), total: 9 });
    const last = next();
    assert.deepEqual([last.request.from, last.request.count], [8, 1]);
    await last.answer({ rows: rows(8, 1), total: 9 });
    assert.deepEqual(
      Array.from({ length: 9 }, (_, place) => textAt(source, place)),
      Array.from({ length: 9 }, (_, place) => `${place}`),
    );
  });

  it('do not change the kind of a column, whatever the values of another query look like', async () => {
    const { source, next, rows } = sourceWithHost();
    const owner = (kind: 'number' | 'text') => [plainColumn('Owned By', { kind })];
    source.setVisibleRows(0, 9);
    await next().answer({ rows: rows(0, 4), total: 4, columns: owner('text') });
    source.setQuery({ search: 'nobody' });
    await next().answer({ rows: [], total: 0, columns: owner('number') });
    assert.equal(source.columns[0]?.kind, 'text');
  });

  it('that never arrive are not requested endlessly', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 9);
    await next().answer({ rows: rows(0, 4), total: 9 });
    source.setVisibleRows(0, 8);
    await next().answer({ rows: [], total: 9 });
    source.setVisibleRows(0, 8);
    source.setVisibleRows(0, 7);
    assert.equal(pending.length, 0);
    assert.equal(source.row(5), undefined);
  });

  it('are placed where the reply says', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setVisibleRows(57, 58);
    await next().answer({ from: 48, rows: rows(48, 12), total: 100 });
    assert.equal(textAt(source, 57), '57');
    assert.equal(textAt(source, 48), '48');
  });

  it('are all requested again when the total changes', async () => {
    const { source, next, rows, pending } = sourceWithHost();
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(0, 10), total: 100 });
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(10, 10, 'moved '), total: 101 });
    assert.equal(source.length, 101);
    assert.equal(source.row(3), undefined, 'it may have moved');
    assert.equal(textAt(source, 12), 'moved 12');
    assert.equal(pending[0]?.request.from, 0);
  });

  it('are not requested forever when every page has a different total', async () => {
    const { source, next, pending } = sourceWithHost();
    source.setVisibleRows(0, 14);
    let asked = 0;
    for (; pending.length > 0 && asked < 50; asked++) {
      const { request, answer } = next();
      await answer({ rows: [rowAt(request.from)], total: 100 + asked });
      source.setVisibleRows(0, 14);
    }
    assert.ok(asked < 50, `${asked} requests`);
  });

  it('continue without a total until a short page ends them', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10) });
    assert.equal(source.isLengthKnown, false);
    assert.equal(source.length, 20);
    source.setVisibleRows(8, 14);
    await next().answer({ rows: rows(10, 3) });
    assert.equal(source.isLengthKnown, true);
    assert.equal(source.length, 13);
  });

  it('without a total may fill their last page', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 4);
    await next().answer({ rows: rows(0, 10) });
    source.setVisibleRows(8, 14);
    await next().answer({ rows: [] });
    assert.equal(source.length, 10);
    assert.equal(source.isLengthKnown, true);
  });

  it('keep their cells aligned when pages have different columns', async () => {
    const { source, next, rows } = sourceWithHost();
    source.setVisibleRows(0, 14);
    await next().answer({ rows: rows(0, 10), total: 20 });
    source.setVisibleRows(0, 14);
    const other = [plainColumn('city'), plainColumn('name')];
    const swapped = rows(10, 10).map((row) => ({ ...row, cells: ['Pune', row.cells[0] ?? null], cut: [1] }));
    await next().answer({ rows: swapped, columns: other, total: 20 });
    assert.deepEqual(pluck(source.columns, 'key'), ['name', 'city']);
    assert.deepEqual(source.row(12)?.cells, ['12', 'Pune']);
    assert.deepEqual(source.row(12)?.cut, [0]);
  });
});
