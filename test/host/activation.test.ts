import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Api {
  readonly version: number;
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
  it('answers version 1 of the API for other extensions', async () => {
    const api = await recordbench().activate();
    assert.equal(api.version, 1);
  });

  it('leaves the HTTP dispatcher alone that all extensions share', async () => {
    const witness = await extension<Witness>('recordbench-test.witness').activate();
    await recordbench().activate();
    assert.equal(witness.sharedDispatchers()[0], witness.atStart[0]);
    assert.equal(witness.sharedDispatchers()[1], witness.atStart[1]);
  });

  it('registers every command that package.json promises', async () => {
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
