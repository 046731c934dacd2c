import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';
import { pluck } from '../../support/pluck.ts';

interface Setting {
  readonly scope?: string;
}

interface PackageJson {
  readonly extensionKind: readonly string[];
  readonly capabilities: {
    readonly virtualWorkspaces: boolean;
    readonly untrustedWorkspaces: {
      readonly supported: boolean | 'limited';
      readonly description: string;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
  };
}

const { extensionKind, capabilities, contributes } = JSON.parse(
  readFileSync(inProject('package.json'), 'utf8'),
) as PackageJson;

describe('untrusted workspace', () => {
  const { supported, description, restrictedConfigurations } = capabilities.untrustedWorkspaces;

  it('has no effect through its settings: each is user-scoped or requires trust', () => {
    assert.equal(supported, 'limited');
    assert.equal(description, '%untrusted%');
    const open = Object.entries(contributes.configuration.properties)
      .filter(([, { scope }]) => scope !== 'application')
      .map(([name]) => name);
    assert.deepEqual(open.toSorted(), [...restrictedConfigurations].toSorted());
  });

  it('never defines a service: connections are user settings', () => {
    assert.equal(contributes.configuration.properties['recordbench.connections']?.scope, 'application');
  });
});

describe('supported environments', () => {
  it('include virtual workspaces, and remotes with the extension next to the workspace', () => {
    assert.equal(capabilities.virtualWorkspaces, true);
    assert.deepEqual(extensionKind, ['workspace']);
  });
});

describe('keybindings', () => {
  /** The only global keybinding; a test in VS Code shows that nothing else uses it. */
  const isSearch = ({ command }: { readonly command: string }): boolean => command === 'recordbench.searchRecords';
  const local = contributes.keybindings.filter((binding) => !isSearch(binding));

  it('search records from anywhere except the terminal, which has its own keys', () => {
    assert.deepEqual(pluck(contributes.keybindings.filter(isSearch), 'when'), ['!terminalFocus']);
  });

  it('apply only while one of our editors or views is active', () => {
    assert.deepEqual(
      local
        .filter(({ when = '' }) => !/activeCustomEditorId == 'recordbench\.|focusedView == recordbench\./.test(when))
        .map(({ key }) => key),
      [],
    );
  });

  it('do not apply in the terminal, the side bars, the panel or a focused input box', () => {
    const others = ['terminalFocus', 'sideBarFocus', 'auxiliaryBarFocus', 'panelFocus', 'inputFocus'];
    // VS Code's own Ctrl+S also saves the active editor from the side bars and the panel
    const likeSave = ['sideBarFocus', 'auxiliaryBarFocus', 'panelFocus'];
    for (const { command, key, when = '' } of local)
      assert.deepEqual(
        others.filter((place) => !when.includes(`!${place}`)),
        command === 'recordbench.saveInFront' ? likeSave : [],
        key,
      );
  });
});
