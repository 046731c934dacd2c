import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Import } from './importRules.ts';

/** All imports of all TypeScript files in `folder`. */
export function readImports(folder: string): Import[] {
  return globSync('**/*.ts', { cwd: folder }).flatMap((file) => {
    const from = file.split(path.sep).join('/');
    return importsOf(from, readFileSync(path.join(folder, file), 'utf8'));
  });
}

/** The imports in one file's text; `from` is its path relative to src. */
export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from} cannot be read: ${errors[0]?.message}`);
  const statements = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, to: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, to: moduleRequest.value }] : [])),
    ),
  ].map(({ start, to }) => ({ to, isRuntime: !/^(import|export)\s+type\b/.test(text.slice(start)) }));
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    to: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    isRuntime: true,
  }));
  // a type may be imported without a statement: let page: import('./page.ts').Page
  const inTypes = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, to = '']) => ({ to, isRuntime: false }));
  return [...statements, ...dynamic, ...inTypes].map(({ to, isRuntime }) => {
    const isOurs = to.startsWith('.');
    return { from, to: isOurs ? path.posix.join(path.posix.dirname(from), to) : to, isOurs, isRuntime };
  });
}
