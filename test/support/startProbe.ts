// node test/support/startProbe.ts [file…]: tells as JSON what is made and loaded by a start of the extension, or by loading these files.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inProject } from './projectPaths.ts';

/** The first of each takes milliseconds. */
const dear = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
] as const;

const made: string[] = [];
const loaded: string[] = [];

/** Is whatever is asked of it, and answers with itself. */
const anything: unknown = new Proxy(function Anything() {}, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => '';
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    // nothing of it is awaited for ever, and what extends it is a class
    if (name === 'then') return undefined;
    return name === 'prototype' ? Object.prototype : anything;
  },
  apply: () => anything,
  construct: () => anything as object,
  set: () => true,
});

function watchIntl(): void {
  const note = (what: string): void => {
    const place = new Error('here').stack?.split('\n').find((line) => /\/src\/|\/recordbench-/.test(line)) ?? '';
    made.push(`${what} in ${/(?:src\/|recordbench-)[^):]+(?::\d+)?/.exec(place)?.[0] ?? 'a library'}`);
  };
  for (const name of dear) {
    const original = Intl[name] as unknown as new (...args: unknown[]) => object;
    const watched = new Proxy(original, {
      apply: (target, _, args) => (note(`Intl.${name}`), Reflect.construct(target, args)),
      construct: (target, args) => (note(`Intl.${name}`), Reflect.construct(target, args)),
    });
    Object.assign(Intl, { [name]: watched });
  }
  for (const [holder, method] of [
    [String.prototype, 'localeCompare'],
    [Number.prototype, 'toLocaleString'],
    [Date.prototype, 'toLocaleString'],
    [Date.prototype, 'toLocaleDateString'],
    [Date.prototype, 'toLocaleTimeString'],
  ] as const) {
    const original = Reflect.get(holder, method) as (...args: unknown[]) => unknown;
    Object.assign(holder, {
      [method](this: unknown, ...args: unknown[]) {
        note(method);
        return original.apply(this, args);
      },
    });
  }
}

/** With every name that any file of ours asks for. */
function vsCode(): string {
  const files = globSync(inProject('src/**/*.ts')).map((file) => readFileSync(file, 'utf8'));
  const names = new Set(
    files.flatMap((text) => [...text.matchAll(/\bvscode\.([A-Za-z]\w*)/g)].map(([, name]) => name)),
  );
  names.delete('l10n');
  const rest = [...names].map((name) => `export const ${name} = globalThis.anything;`).join('\n');
  return `export const l10n = { bundle: undefined };\n${rest}`;
}

const stubs = new Map([
  ['vscode', vsCode],
  // it does without a page only by doing nothing
  ['dompurify', () => 'export default globalThis.anything;'],
]);

registerHooks({
  resolve: (specifier, context, next) =>
    stubs.has(specifier) || specifier.endsWith('.css')
      ? { url: `stub:${specifier}`, shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    if (url.startsWith('stub:'))
      return { format: 'module', source: stubs.get(url.slice(5))?.() ?? '', shortCircuit: true };
    loaded.push(url);
    return next(url, context);
  },
});
Object.assign(globalThis, { anything });
const files = process.argv.slice(2);
watchIntl();
if (files.length > 0) {
  const page = { document: anything, window: anything, HTMLElement: Object, customElements: anything };
  Object.assign(globalThis, page, { acquireVsCodeApi: anything, matchMedia: anything });
  for (const file of files) await import(pathToFileURL(file).href);
} else {
  const { activate } = (await import(inProject('src/extension.ts'))) as { activate: (context: unknown) => unknown };
  activate(anything);
  await new Promise(setImmediate);
}
process.stdout.write(`${JSON.stringify({ made, loaded })}\n`);
process.exit(0);
