import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Progress } from '../../support/progress.ts';
import { installPeers } from './install.ts';

/** A grid that the table is compared with, in a page of its own. */
export interface Peer {
  readonly page: PeerPage;
  readonly name: string;
  /** What the table may take of its work, and of its frames. None for a canvas: it has no elements to lay out, or to read out. */
  readonly limit?: number;
}

export type PeerPage = 'slickGrid' | 'agGrid' | 'tabulator' | 'tanStack' | 'glide';

export const peers: readonly Peer[] = [
  { page: 'slickGrid', name: 'SlickGrid', limit: 0.6 },
  { page: 'agGrid', name: 'AG Grid', limit: 1 },
  { page: 'tabulator', name: 'Tabulator', limit: 1 },
  { page: 'tanStack', name: 'TanStack Virtual', limit: 1 },
  { page: 'glide', name: 'Glide' },
];

/** Their pages' scripts and styles, made as those of the table are. */
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
