import assert from 'node:assert/strict';
import { runCommand } from './recordbenchApi.ts';
import * as vscode from 'vscode';

interface Api {
  readonly version: number;
  index(connection: string, controller: string): Promise<unknown>;
}

/** See witness/extension.js. */
interface Witness {
  readonly atStart: readonly unknown[];
  sharedDispatchers(): readonly unknown[];
}

interface Manifest {
  readonly contributes?: { readonly commands?: readonly { readonly command: string }[] };
}

function extension<T>(id: string): vscode.Extension<T> {
  const found = vscode.extensions.getExtension<T>(id);
  assert.ok(found, `${id} is not installed`);
  return found;
}

const recordbench = (): vscode.Extension<Api> => extension('recordbench.recordbench');

describe('activation', () => {
  it('returns version 1 of the API for other extensions', async () => {
    const api = await recordbench().activate();
    assert.equal(api.version, 1);
  });

  it('does not modify the shared HTTP dispatcher, even when calling a service', async () => {
    const witness = await extension<Witness>('recordbench-test.witness').activate();
    const api = await recordbench().activate();
    const connection = await runCommand<string>('addConnection', {
      name: 'Nobody',
      baseUrl: 'http://127.0.0.1:1',
    });
    await assert.rejects(api.index(connection, 'crm/leads'), { code: 'unreachable' });
    assert.equal(witness.sharedDispatchers()[0], witness.atStart[0]);
    assert.equal(witness.sharedDispatchers()[1], witness.atStart[1]);
  });

  it('registers every command declared in package.json', async () => {
    await recordbench().activate();
    const known = new Set(await vscode.commands.getCommands(true));
    const manifest = recordbench().packageJSON as Manifest;
    const promised = (manifest.contributes?.commands ?? []).map(({ command }) => command);
    assert.deepEqual(
      promised.filter((command) => !known.has(command)),
      [],
    );
  });
});
