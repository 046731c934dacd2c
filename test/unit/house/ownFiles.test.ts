import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { inProject } from '../../support/projectPaths.ts';

/** Node calls that create a folder or file, and the permission argument that each must have. */
const makers: Readonly<Record<string, string>> = {
  mkdir: 'mode: 0o700',
  mkdirSync: 'mode: 0o700',
  writeFile: 'mode: 0o600',
  writeFileSync: 'mode: 0o600',
  appendFile: 'mode: 0o600',
  openSync: '0o600',
};
/** VS Code's own APIs, and functions of ours with the same names. */
const others = /(?:\.fs\.|#file\.|async |function )$/;

function unguarded(source: string): string[] {
  return [...source.matchAll(/\b(\w+)\((?=([^;]*))/g)].flatMap(({ 1: name = '', 2: rest = '', index }) => {
    const needed = Object.hasOwn(makers, name) ? makers[name] : undefined;
    const isOther = others.test(source.slice(0, index)) || (name === 'openSync' && /^[^,]*, 'r'\)/.test(rest));
    return needed === undefined || isOther || rest.includes(needed) ? [] : [`${name}(${rest.split('\n')[0]}`];
  });
}

describe('stored files and folders', () => {
  it('are accessible to their owner only, since they hold user input', () => {
    const found = globSync('**/*.ts', { cwd: inProject('src') }).flatMap((file) =>
      unguarded(readFileSync(inProject('src', file), 'utf8')).map((call) => `${file}: ${call}`),
    );
    assert.deepEqual(found, []);
  });

  it('are detected', () => {
    assert.deepEqual(unguarded('await mkdir(folder, { recursive: true });'), ['mkdir(folder, { recursive: true })']);
    assert.deepEqual(unguarded('function f(): void {\n  mkdirSync(a);'), ['mkdirSync(a)']);
    assert.deepEqual(unguarded('writeFileSync(file, text);\nawait mkdir(a, { mode: 0o700 });'), [
      'writeFileSync(file, text)',
    ]);
    assert.deepEqual(unguarded("openSync(file, 'r');\nopenSync(file, 'r+');"), ["openSync(file, 'r+')"]);
    assert.deepEqual(unguarded('await vscode.workspace.fs.writeFile(target, bytes);'), []);
  });
});
