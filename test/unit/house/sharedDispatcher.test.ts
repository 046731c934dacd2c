import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { RecordClient } from '../../../src/service/documented/recordClient.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { testConnection } from '../../support/testConnection.ts';
import { inProject } from '../../support/projectPaths.ts';

/** Returns which of undici's process-wide dispatchers exist after a separate process loads the file. */
function dispatchersAfterLoading(file: string): string {
  const names = "['undici.globalDispatcher.1', 'undici.globalDispatcher.2']";
  const script = `await import(${JSON.stringify(file)}); console.log(${names}.filter((name) => globalThis[Symbol.for(name)]).join())`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim();
}

describe('bundled HTTP client', () => {
  let folder = '';
  let options: BuildOptions = {};

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-bundle-'));
    ({ forNode: options } = (await import(inProject('esbuild.mjs'))) as { forNode: BuildOptions });
  });

  after(() => rmSync(folder, { recursive: true }));

  async function bundle(name: string, plugins: BuildOptions['plugins']): Promise<string> {
    const outfile = path.join(folder, name);
    await build({
      ...options,
      plugins: plugins ?? [],
      entryPoints: [inProject('src/service/documented/recordClient.ts')],
      outfile,
    });
    return outfile;
  }

  it('does not touch the dispatcher that all extensions of a window share', async () => {
    assert.equal(dispatchersAfterLoading(await bundle('ours.mjs', options.plugins)), '');
  });

  it('has all parts of undici that it uses: direct requests and through a proxy', async () => {
    const bundled = (await import(await bundle('asking.mjs', options.plugins))) as {
      RecordClient: typeof RecordClient;
    };
    const leads = controllerName('crm', 'leads');
    const said = async (url: string, proxy?: string): Promise<string> => {
      const connection = testConnection(url, {}, { timeoutMs: 2_000, ...(proxy !== undefined && { proxy }) });
      const client = new bundled.RecordClient(connection, { token: async () => undefined });
      const { message } = await client.records(leads, {}).then(
        () => assert.fail('it answers'),
        (error: Error) => error,
      );
      await client.close();
      return message;
    };
    assert.match(await said('http://127.0.0.1:1'), /the connection was refused/);
    assert.match(await said('https://records.invalid', 'http://127.0.0.1:1'), /the connection was refused/);
    assert.match(await said('http://records.invalid', 'http://127.0.0.1:1'), /the connection was refused/);
  });

  it('would replace the dispatcher if it were bundled unmodified', async () => {
    assert.notEqual(dispatchersAfterLoading(await bundle('bare.mjs', [])), '');
  });
});
