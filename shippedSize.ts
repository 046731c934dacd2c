import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const vsix = 'dist/recordbench.vsix';

/** In bytes, at most 15 % above the size when the limit was set: what is beyond fails the build, and with it `npm test`. */
export const sizeLimits = { package: 1_308_000, start: 70_000 };

type Measured = keyof typeof sizeLimits;

/** The sizes of what `npm run package` has built in this folder. */
export function shippedSizes(root: string): Readonly<Record<Measured, number>> {
  const start = [...staticFiles(path.join(root, 'dist/extension.js'))];
  return {
    package: statSync(path.join(root, vsix)).size,
    start: start.reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

/** A sentence for each limit that is missed. */
export function tooBig(sizes: Readonly<Record<Measured, number>>): string[] {
  const missed = (name: Measured, what: string, look: string): string[] =>
    sizes[name] > sizeLimits[name] ? [`${what} is too big: ${sizes[name]} of ${sizeLimits[name]} bytes. ${look}`] : [];
  return [
    ...missed('package', 'The package', 'See what is in it: npx vsce ls --tree --no-dependencies'),
    ...missed('start', 'What VS Code loads at once', 'Import what is not needed at the start where it is used.'),
  ];
}

/** A module and all its static imports. */
function staticFiles(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
    staticFiles(path.join(path.dirname(file), imported), known);
  return known;
}
