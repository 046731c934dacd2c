import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Progress } from '../../support/progress.ts';
import type { Way } from '../waysToScroll.ts';
import { installPeers } from './install.ts';

/** A grid that the table is compared with, in its own page. */
export interface Peer {
  readonly page: PeerPage;
  readonly name: string;
  /**
   * Max ratio of the table's work and frames to the peer's. By way to scroll for a canvas grid, which has no elements for
   * layout or screen readers: its frames are no limit.
   */
  readonly limit: number | Readonly<Record<Way['name'], number>>;
  /** Only its style, layout and paint count, not its scripts. */
  readonly isFloor?: boolean;
}

export type PeerPage = 'slickGrid' | 'agGrid' | 'tabulator' | 'tanStack' | 'glide' | 'floor';

export const peers: readonly Peer[] = [
  { page: 'slickGrid', name: 'SlickGrid', limit: 0.6 },
  { page: 'agGrid', name: 'AG Grid', limit: 1 },
  { page: 'tabulator', name: 'Tabulator', limit: 1 },
  { page: 'tanStack', name: 'TanStack Virtual', limit: 1 },
  { page: 'glide', name: 'Glide', limit: { wheel: 1.5, page: 2.5, jump: 2.5 } },
  { page: 'floor', name: 'style, layout and paint of the same cells', limit: 1.3, isFloor: true },
];

/** Builds the scripts and styles of their pages the same way as the table's. */
export async function buildPeers(outdir: string, progress: Progress): Promise<void> {
  await installPeers(progress);
  await esbuild.build({
    entryPoints: peers.flatMap(({ page }) => [`${page}.js`, `${page}.css`]),
    absWorkingDir: import.meta.dirname,
    outdir: path.resolve(outdir),
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    loader: { '.gif': 'dataurl', '.svg': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}
