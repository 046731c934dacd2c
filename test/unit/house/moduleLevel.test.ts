import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../support/projectPaths.ts';

interface Probed {
  /** `Intl` objects created, and where. */
  readonly made: readonly string[];
  /** Module URLs. */
  readonly loaded: readonly string[];
}

async function probe(...files: string[]): Promise<Probed> {
  const args = [inProject('test/support/startProbe.ts'), ...files];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as Probed;
}

describe('expensive objects', function () {
  it('are neither created nor loaded at startup', async () => {
    const { made, loaded } = await probe();
    assert.deepEqual(made, []);
    assert.ok(
      loaded.some((url) => url.endsWith('/src/services/connections/clients.ts')),
      'it was started',
    );
    const large =
      /node_modules\/(?!@vscode\/l10n\/)|src\/(features\/\w+\/(page\/|\w+Protocol)|service\/documented\/(?!tolerant))/;
    assert.deepEqual(
      loaded.filter((url) => large.test(url)),
      [],
    );
  });

  it('are created on use, not when a file is loaded', async () => {
    const files = globSync(inProject('src/**/*.ts')).filter(
      // entry points run on import, each in its own process
      (file) => !/\.d\.ts$|\/main\.ts$|\/extension\.ts$|\/src\/demo\//.test(file.replaceAll('\\', '/')),
    );
    assert.ok(files.length > 200, `${files.length} files`);
    assert.deepEqual((await probe(...files)).made, []);
  });

  it('are detected', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-dear-'));
    try {
      const file = path.join(folder, 'dear.ts');
      writeFileSync(
        file,
        "export const figures = new Intl.NumberFormat('en');\nexport const text = (1).toLocaleString();\n",
      );
      const { made } = await probe(file);
      assert.deepEqual(
        made.map((one) => one.split(' ')[0]),
        ['Intl.NumberFormat', 'toLocaleString'],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
