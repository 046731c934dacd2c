// node test/host/build.ts: bundles the suite that runs inside VS Code's extension host into dist/host-suite.
import { globSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { inProject } from '../support/projectPaths.ts';

export const hostSuite = inProject('dist', 'host-suite', 'index.js');

export async function buildHostSuite(): Promise<void> {
  const outdir = inProject('dist', 'host-suite');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [inProject('test/host/index.ts'), ...globSync(inProject('test/host/**/*.test.ts'))],
    outbase: inProject('test/host'),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

if (import.meta.main) await buildHostSuite();
