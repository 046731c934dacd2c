import { StartedProcess } from './startedProcess.ts';
import { inProject, projectRoot } from './projectPaths.ts';

/** Writes dist/recordbench.vsix, like `npm run package`. Throws with the build output on failure. */
export async function buildPackage(): Promise<void> {
  const build = new StartedProcess(process.execPath, [inProject('esbuild.mjs'), '--package'], { cwd: projectRoot });
  if ((await build.finished()) !== 0) throw new Error(`Recordbench could not be built:\n${build.output}`);
}
