import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Column } from '../../../../../src/model/list/recordPage.ts';
import type { RowsRequest, TableQuery, TableRow, TableRows } from '../../../../../src/features/table/tableProtocol.ts';
import { RowSource } from '../../../../../src/features/table/page/rows/rowSource.ts';
import { plainRow } from '../../../../support/plainColumn.ts';

const columns: readonly Column[] = [];
const totals: Readonly<Record<string, number>> = { '': 100, one: 1, few: 7, none: 0 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const rowOf = ({ search }: TableQuery, place: number): TableRow => plainRow(`${search}${place}`);

/** A source, its grid of five rows, and a service that answers correctly on demand. */
class Screen {
  readonly #pending: { request: RowsRequest; resolve: (reply: TableRows) => void; reject: (error: Error) => void }[] =
    [];
  readonly #waiting: (() => void)[] = [];
  readonly source: RowSource;
  top: number;

  constructor(query: TableQuery, startAt: number) {
    this.top = startAt;
    this.source = new RowSource({
      query,
      pageSize: 10,
      startAt,
      ask: (request, signal = new AbortController().signal) =>
        new Promise((resolve, reject) => {
          this.#pending.push({ request, resolve, reject });
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      onChange: () => undefined,
      onRestart: () => this.scroll(this.#kept),
      later: (work) => void this.#waiting.push(work),
    });
    this.#kept = startAt;
  }

  #kept = 0;

  scroll(to: number): void {
    this.#kept = 0;
    this.top = to;
    this.paint();
  }

  paint(): void {
    this.top = Math.max(0, Math.min(this.top, this.source.length - 5));
    this.source.setVisibleRows(this.top, Math.max(this.top, Math.min(this.top + 4, this.source.length - 1)));
  }

  pass(): void {
    for (const work of this.#waiting.splice(0)) work();
  }

  async answer(which = 0): Promise<void> {
    const [asked] = this.#pending.splice(which % Math.max(1, this.#pending.length), 1);
    if (!asked) return;
    const { query, from, count } = asked.request;
    const total = totals[query.search ?? ''] ?? 0;
    const places = Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, offset) => from + offset);
    asked.resolve({ from, rows: places.map((place) => rowOf(query, place)), columns, total });
    await settled();
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) {
      this.paint();
      this.pass();
      await this.answer();
    }
  }
}

describe('rows of a restored table', () => {
  it('all arrive in the end, whatever is searched for before the first response', async () => {
    const search = fc.constantFrom('', 'one', 'few', 'none');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('search' as const), text: search }),
      fc.record({ kind: fc.constant('answer' as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant('paint' as const) }),
      fc.record({ kind: fc.constant('scroll' as const), to: fc.nat(99) }),
      fc.record({ kind: fc.constant('refresh' as const) }),
      fc.record({ kind: fc.constant('hide' as const) }),
      fc.record({ kind: fc.constant('look' as const) }),
      fc.record({ kind: fc.constant('pass' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(search, fc.nat(200), fc.array(step, { maxLength: 15 }), async (first, startAt, steps) => {
        const screen = new Screen(first === '' ? {} : { search: first }, startAt);
        screen.paint();
        for (const one of steps) {
          if (one.kind === 'search') screen.source.setQuery(one.text === '' ? {} : { search: one.text });
          else if (one.kind === 'answer') await screen.answer(one.which);
          else if (one.kind === 'paint') screen.paint();
          else if (one.kind === 'scroll') screen.scroll(one.to);
          else if (one.kind === 'refresh') screen.source.refresh();
          else if (one.kind === 'hide') screen.source.pause();
          else if (one.kind === 'look') screen.source.resume();
          else screen.pass();
        }
        screen.source.resume();
        await screen.settle();
        const { source, top } = screen;
        const name = source.query.search ?? '';
        assert.equal(source.length, totals[name]);
        for (let place = top; place < Math.min(top + 5, source.length); place++)
          assert.equal(source.row(place)?.id, `${source.query.search}${place}`);
        assert.equal(source.isLoading, false);
      }),
      { numRuns: 500 },
    );
  });
});
