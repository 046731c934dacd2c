import { withBrowser } from './benchBrowser.ts';
import type { BenchLine } from './benchLine.ts';
import { serveBenchPages } from './benchPages.ts';
import { alternate, quantile } from './interleave.ts';
import { ScrolledGrid } from './scrolledGrid.ts';

const size = { rows: 1_000_000, columns: 30 };
const turns = 7;
const warmUp = 2;

/** One way to scroll, with so many steps in a turn. */
interface Way {
  readonly name: string;
  readonly steps: number;
  readonly run: (grid: ScrolledGrid, turn: number) => ReturnType<ScrolledGrid['steps']>;
}

const ways: readonly Way[] = [
  { name: 'wheel', steps: 30, run: (grid) => grid.steps(30, 3) },
  { name: 'page', steps: 10, run: (grid) => grid.steps(10, grid.screen) },
  { name: 'jump', steps: 5, run: (grid, turn) => grid.jumps(placesIn(turn)) },
];

/** All over the list, and elsewhere in every turn. */
function placesIn(turn: number): number[] {
  return [0.1, 0.7, 0.3, 0.9, 0.5].map((part) => part * size.rows + turn * 1_234);
}

export default async function scroll(): Promise<BenchLine[]> {
  const pages = await serveBenchPages();
  return withBrowser(async (browser) => {
    const ours = await ScrolledGrid.openTable(browser, pages, size);
    const theirs = await ScrolledGrid.openSlickGrid(browser, pages, ours);
    const lines: BenchLine[] = [];
    for (const way of ways) lines.push(await compare(way, ours, theirs));
    return lines;
  });
}

async function compare({ name, steps, run }: Way, ours: ScrolledGrid, theirs: ScrolledGrid): Promise<BenchLine> {
  const seen = new Map<ScrolledGrid, { frames: number[]; processes: number[] }>();
  const work = (grid: ScrolledGrid) => async (turn: number) => {
    const scrolled = await run(grid, turn);
    const { frames, processes } = seen.get(grid) ?? { frames: [], processes: [] };
    seen.set(grid, { frames, processes });
    frames.push(...scrolled.frames);
    processes.push((scrolled.work.process * 1_000) / steps);
    return (scrolled.work.task * 1_000) / steps;
  };
  const compared = await alternate(work(ours), work(theirs), turns, warmUp);
  const both = (figure: (grid: ScrolledGrid) => number): string =>
    `${figure(ours).toFixed(0)} ÷ ${figure(theirs).toFixed(0)} ms`;
  const frame = both((grid) => quantile(seen.get(grid)?.frames ?? [], 0.95));
  const process = both((grid) => quantile(seen.get(grid)?.processes ?? [], 0.5));
  return {
    name: `scroll 1,000,000 × 30 by ${name}, work per step ÷ SlickGrid`,
    ratio: compared.ratio,
    limit: 0.6,
    spread: compared.spread,
    detail: `${compared.ours.toFixed(1)} ms ÷ ${compared.theirs.toFixed(1)} ms; all threads ${process}; p95 frame ${frame}`,
  };
}
