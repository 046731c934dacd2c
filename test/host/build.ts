// node test/host/build.ts: bundles the suite that runs inside VS Code's extension host into dist/host-suite.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { inProject } from '../support/projectPaths.ts';
import { testFiles } from '../support/testFiles.ts';

/** Returns the module that VS Code calls. Parallel runs use separate folders. */
export async function buildHostSuite(
  places: readonly string[] = [inProject('test/host')],
  outdir = inProject('dist', 'host-suite'),
): Promise<string> {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [inProject('test/host/index.ts'), ...testFiles(places)],
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
  return path.join(outdir, 'index.js');
}

if (import.meta.main) await buildHostSuite();
