import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../support/projectPaths.ts';
import { StartedProcess } from '../../support/startedProcess.ts';

describe('npx recordbench in the repository', function () {
  let folder: string;

  beforeEach(function () {
    // on macOS the project brings no Node of its own
    if (process.platform !== 'linux') this.skip();
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-npx-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('runs the sources with the Node of the project, even if an older one is first on the PATH', async () => {
    const old = `#!/bin/sh
case "$1" in */recordbench) echo 'an old Node' >&2; exit 9 ;; esac
exec '${process.execPath}' "$@"
`;
    writeFileSync(path.join(folder, 'node'), old, { mode: 0o755 });
    const env = {
      PATH: [folder, process.env['PATH']].join(path.delimiter),
      HOME: folder,
      npm_config_cache: folder,
      npm_config_offline: 'true',
    };
    const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };
    for (const cwd of [inProject(), inProject('docs')]) {
      const npx = new StartedProcess('npx', ['recordbench', '--version'], { cwd, env });
      assert.deepEqual([await npx.finished(), npx.output], [0, `${version}\n`]);
    }
  });
});
