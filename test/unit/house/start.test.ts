import assert from 'node:assert/strict';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { inProject, projectRoot } from '../../support/projectPaths.ts';

/** A window that never shows our view must not load the code for it. */
const maxBytes = 78_000;

/** Large modules that are used later, if at all. */
const later =
  /node_modules\/(undici|zod|echarts|zrender|lit|dompurify|jsonc-parser|yauzl|saxes)\/|src\/(features\/\w+\/page|service\/documented\/http)\//;

interface Build {
  readonly extension: BuildOptions;
  readonly startFiles: (outputs: Metafile['outputs'], entry: string) => ReadonlySet<string>;
}

describe('startup code of the extension', () => {
  let outputs: Metafile['outputs'] = {};
  let files: readonly string[] = [];

  before(async () => {
    const { extension, startFiles } = (await import(inProject('esbuild.mjs'))) as Build;
    const built = await build({ ...extension, absWorkingDir: projectRoot, write: false, metafile: true });
    outputs = built.metafile.outputs;
    files = [...startFiles(outputs, 'dist/extension.js')];
  });

  it('is at most 78 kB before bundling', () => {
    const bytes = files.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
    assert.ok(bytes > 10_000 && bytes <= maxBytes, `${bytes} bytes`);
  });

  it('excludes the HTTP client, the schemas, the webviews and the charts', () => {
    const sources = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    assert.ok(sources.includes('src/extension.ts'));
    assert.deepEqual(
      sources.filter((source) => later.test(source)),
      [],
    );
  });
});

describe('startup code of a table', () => {
  it('excludes the charts and the schemas that its host validates with', async () => {
    const { webviews, startFiles } = (await import(inProject('esbuild.mjs'))) as Build & {
      readonly webviews: readonly BuildOptions[];
    };
    const ofTable = webviews.find(({ entryPoints }) => 'table' in (entryPoints ?? {}))!;
    const plugins = (ofTable.plugins ?? []).filter(({ name }) => name !== 'only-used-icons');
    const built = await build({ ...ofTable, plugins, absWorkingDir: projectRoot, write: false, metafile: true });
    const { outputs } = built.metafile;
    const sources = [...startFiles(outputs, 'dist/webview/table.js')].flatMap((file) =>
      Object.keys(outputs[file]?.inputs ?? {}),
    );
    assert.ok(sources.includes('src/features/table/page/tableApp.ts'));
    assert.deepEqual(
      sources.filter((source) => /node_modules\/(zod|echarts|zrender)\/|src\/features\/.*Protocol\.ts/.test(source)),
      [],
    );
  });
});
