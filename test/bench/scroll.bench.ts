import { Progress } from '../support/progress.ts';
import { withBrowser } from './benchBrowser.ts';
import type { BenchLine, Report } from './benchLine.ts';
import { serveBenchPages } from './benchPages.ts';
import { compared, inTurns, quantile } from './interleave.ts';
import { buildPeers, type Peer, peers } from './peers/peers.ts';
import { type Scrolled, ScrolledGrid } from './scrolledGrid.ts';
import { type Way, ways } from './waysToScroll.ts';

const size = { rows: 1_000_000, columns: 30 };
const turns = 7;
const warmUp = 2;
/** In milliseconds: the display shows at most 60 frames per second. */
const shortestFrame = 17;

export default async function scroll(report: Report): Promise<void> {
  const pages = await serveBenchPages();
  await buildPeers(pages.folder, new Progress());
  return withBrowser(async (browser) => {
    const table = await ScrolledGrid.openTable(browser, pages, size);
    const grids = [table];
    for (const peer of peers) grids.push(await ScrolledGrid.openPeer(browser, pages, peer, table));
    for (const way of ways) for (const line of await compareAll(way, grids)) report(line);
  });
}

/** Runs all grids in every turn, so that all see the same noise. */
async function compareAll(way: Way, grids: readonly ScrolledGrid[]): Promise<BenchLine[]> {
  const taken = await inTurns(
    grids.map((grid) => (turn: number) => way.run(grid, turn)),
    turns,
    warmUp,
  );
  return peers.flatMap((peer, place) => {
    const both = taken.map((turn) => [turn[0]!, turn[place + 1]!]);
    const work = workLine(way, peer, both);
    return peer.isFloor ? [work] : [work, frameLine(way, peer, both)];
  });
}

function workLine({ name, steps }: Way, peer: Peer, taken: readonly (readonly Scrolled[])[]): BenchLine {
  const perStep = (figure: (scrolled: Scrolled) => number): ReturnType<typeof compared> =>
    compared(taken.map((both) => both.map((scrolled) => (figure(scrolled) * 1_000) / steps)));
  const { ratio, spread, ours, theirs } = compared(
    taken.map(([table, other]) => {
      const script = peer.isFloor ? other!.work.script : 0;
      return [table!.work.task, other!.work.task - script].map((seconds) => (seconds * 1_000) / steps);
    }),
  );
  const all = perStep(({ work }) => work.process);
  return {
    name: `scroll 1,000,000 × 30 by ${name}, work per step ÷ ${peer.name}`,
    ratio,
    limit: typeof peer.limit === 'number' ? peer.limit : peer.limit[name],
    spread,
    detail: `${ours.toFixed(1)} ÷ ${theirs.toFixed(1)} ms; all threads ${all.ours.toFixed(0)} ÷ ${all.theirs.toFixed(0)} ms`,
  };
}

function frameLine({ name }: Way, peer: Peer, taken: readonly (readonly Scrolled[])[]): BenchLine {
  // in whole milliseconds: two grids that miss no frame are equal
  const late = ({ frames }: Scrolled): number => Math.round(quantile(frames, 0.95));
  const { ratio, spread, ours, theirs } = compared(taken.map((both) => both.map(late)));
  // nothing can beat a grid that drops no frames
  const missesNone = theirs <= shortestFrame;
  const limit = typeof peer.limit === 'number' ? (missesNone ? Math.max(1, peer.limit) : peer.limit) : undefined;
  return {
    name: `scroll 1,000,000 × 30 by ${name}, p95 frame ÷ ${peer.name}`,
    ratio,
    ...(limit !== undefined && { limit }),
    spread,
    detail: `${ours.toFixed(0)} ÷ ${theirs.toFixed(0)} ms${missesNone ? ', the shortest there is' : ''}`,
  };
}
