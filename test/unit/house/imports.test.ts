import assert from 'node:assert/strict';
import { inProject } from '../../support/projectPaths.ts';
import { brokenImports, type Import, importCircles, reachingVsCode } from './importRules.ts';
import { importsOf, readImports } from './sourceImports.ts';

function ours(from: string, to: string): Import {
  return { from, to, isOurs: true, isRuntime: true };
}

function read(text: string): string[] {
  return importsOf('tree/node.ts', text).map(({ to, isRuntime }) => `${to} ${isRuntime ? 'runs' : 'type'}`);
}

describe('imports in src', () => {
  const imports = readImports(inProject('src'));

  it('follow the import tables, including who may call vscode', () => {
    assert.ok(imports.length > 0);
    assert.deepEqual(brokenImports(imports), []);
  });

  it('never reach vscode from the command line', () => {
    assert.deepEqual(reachingVsCode(imports, 'cli'), []);
    assert.notDeepEqual(reachingVsCode(imports, 'commands'), []);
  });

  it('have no cycles', () => {
    assert.deepEqual(importCircles(imports), []);
  });
});

describe('allowed imports between folders', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['model/page.ts', 'service/documented/client.ts'],
    ['model/page.ts', 'manifest.ts'],
    ['manifest.ts', 'model/page.ts'],
    ['features/table/tableProtocol.ts', 'services/pages.ts'],
    ['service/documented/client.ts', 'services/pages.ts'],
    ['service/recordService.ts', 'service/documented/client.ts'],
    ['services/pages.ts', 'service/documented/client.ts'],
    ['extension.ts', 'service/documented/client.ts'],
    ['services/pages.ts', 'platform/log.ts'],
    ['services/pages.ts', 'manifest.ts'],
    ['platform/log.ts', 'service/documented/client.ts'],
    ['tree/node.ts', 'service/documented/client.ts'],
    ['tree/node.ts', 'features/table/tableProtocol.ts'],
    ['documents/files.ts', 'features/form/host/form.ts'],
    ['features/form/host/form.ts', 'tree/node.ts'],
    ['commands/open.ts', 'service/documented/client.ts'],
    ['commands/open.ts', 'demo/main.ts'],
    ['tools/find.ts', 'features/table/page/main.ts'],
    ['features/table/page/main.ts', 'services/pages.ts'],
    ['features/table/page/main.ts', 'features/table/host/session.ts'],
    ['features/table/tableProtocol.ts', 'features/table/page/main.ts'],
    ['demo/main.ts', 'service/documented/client.ts'],
    ['commands/open.ts', 'extension.ts'],
    ['cli/program.ts', 'platform/log.ts'],
    ['cli/program.ts', 'service/documented/client.ts'],
    ['services/pages.ts', 'cli/program.ts'],
    ['extension.ts', 'extension.ts'],
    ['elsewhere/file.ts', 'model/page.ts'],
    ['model/page.ts', '../test/unit/page.ts'],
    ['model/bulk/plannedCell.ts', 'model/form/companionKeys.ts'],
    ['services/records/draft.ts', 'model/form/companionKeys.ts'],
  ];
  for (const [from, to] of refused) {
    it(`refuse ${from} → ${to}`, () => assert.equal(brokenImports([ours(from, to)]).length, 1));
  }

  const allowed: readonly (readonly [string, string])[] = [
    ['model/page.ts', 'model/field.ts'],
    ['features/form/host/form.ts', 'features/form/formProtocol.ts'],
    ['features/form/host/form.ts', 'features/table/host/session.ts'],
    ['features/form/page/main.ts', 'features/table/page/grid.ts'],
    ['commands/open.ts', 'tree/node.ts'],
    ['features/table/page/main.ts', 'features/table/tableProtocol.ts'],
    ['demo/main.ts', 'model/page.ts'],
    ['assembly/openService.ts', 'service/documented/client.ts'],
    ['services/pages.ts', 'service/recordService.ts'],
    ['cli/session.ts', 'assembly/openService.ts'],
    ['model/form/value.ts', 'model/form/companionKeys.ts'],
  ];
  for (const [from, to] of allowed) {
    it(`allow ${from} → ${to}`, () => assert.deepEqual(brokenImports([ours(from, to)]), []));
  }

  for (const part of [
    'model',
    'manifest',
    'features/table',
    'service',
    'service/documented',
    'services',
    'demo',
    'features/table/page',
  ]) {
    it(`let ${part} import vscode's types but not call it`, () => {
      const types = importsOf(`${part}/a.ts`, "import type { Uri } from 'vscode';");
      const calls = importsOf(`${part}/a.ts`, "import { Uri } from 'vscode';");
      assert.deepEqual(brokenImports(types), []);
      assert.equal(brokenImports(calls).length, 1);
    });
  }

  it('detect a cycle of any length, including types', () => {
    assert.deepEqual(importCircles([ours('a.ts', 'b.ts'), ours('b.ts', 'c.ts')]), []);
    assert.deepEqual(importCircles([ours('a.ts', 'a.ts')]), ['a.ts → a.ts']);
    assert.deepEqual(importCircles([ours('a.ts', 'b.ts'), ours('b.ts', 'c.ts'), ours('c.ts', 'b.ts')]), [
      'b.ts → c.ts → b.ts',
    ]);
  });
});

describe('import parser', () => {
  it('finds every form of import', () => {
    assert.deepEqual(read("import { a } from './a.ts';"), ['tree/a.ts runs']);
    assert.deepEqual(read("import '../model/a.ts';"), ['model/a.ts runs']);
    assert.deepEqual(read("import type { A } from '../model/a.ts';"), ['model/a.ts type']);
    assert.deepEqual(read("export { a } from '../model/a.ts';"), ['model/a.ts runs']);
    assert.deepEqual(read("export * from '../model/a.ts';"), ['model/a.ts runs']);
    assert.deepEqual(read("export type { A } from '../model/a.ts';"), ['model/a.ts type']);
    assert.ok(read("await import('../model/a.ts');").includes('model/a.ts runs'));
    assert.deepEqual(read("let a: import('../model/a.ts').A;"), ['model/a.ts type']);
  });

  it('counts an import of inline types as a runtime import, since it stays in the build', () => {
    assert.deepEqual(read("import { type Uri } from 'vscode';"), ['vscode runs']);
  });
});
