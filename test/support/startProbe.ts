// node test/support/startProbe.ts [file…] prints as JSON what is created and loaded by activating the extension, or by
// loading these files node test/support/startProbe.ts [--without <part of a file's address>] --run <command> [--run
// <command>…] prints what these commands load and show if one file can't be loaded, and which commands exist
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
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

const { values: options, positionals: files } = parseArgs({
  options: { run: { type: 'string', multiple: true, default: [] }, without: { type: 'string' } },
  allowPositionals: true,
});
const made: string[] = [];
const loaded: string[] = [];
/** What a user would have seen: views, messages, questions. */
const shown: string[] = [];
const commands = new Map<string, () => unknown>();

/** Stub that supports any access or call and returns itself. */
const anything: unknown = new Proxy(function Anything() {}, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => '';
    if (name === Symbol.hasInstance) return () => false;
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    // not thenable, so that awaiting it resolves, and usable as a base class
    if (name === 'then') return undefined;
    return name === 'prototype' ? Object.prototype : anything;
  },
  apply: () => anything,
  construct: () => anything as object,
  set: () => true,
});

function orAnything(known: object): unknown {
  return new Proxy(known, { get: (target, name) => (Reflect.get(target, name) as unknown) ?? anything });
}

/** The parts that are recorded, instead of the generic stub. */
function knownParts(): Record<string, unknown> {
  const tell = (what: string) => (text: string) => {
    shown.push(`${what} ${text}`);
    return anything;
  };
  const ask = (what: string) => async () => void shown.push(what);
  /** Closed as soon as it is shown. */
  const box = (): unknown => {
    const hidden: (() => void)[] = [];
    const show = (): void => {
      shown.push('question');
      for (const listener of hidden) listener();
    };
    return orAnything({ onDidHide: (listener: () => void) => (hidden.push(listener), anything), show });
  };
  return {
    commands: orAnything({ registerCommand: (id: string, run: () => unknown) => (commands.set(id, run), anything) }),
    window: orAnything({
      createTreeView: tell('view'),
      createOutputChannel: () => orAnything({ show: () => void shown.push('log') }),
      showErrorMessage: async (text: string) => void tell('error')(text),
      showQuickPick: ask('question'),
      showInputBox: ask('question'),
      createQuickPick: box,
      createInputBox: box,
    }),
    CancellationError: class extends Error {},
  };
}

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

/** A module with every name that our files import from it. */
function vsCode(): string {
  const texts = globSync(inProject('src/**/*.ts')).map((file) => readFileSync(file, 'utf8'));
  const names = new Set(
    texts.flatMap((text) => [...text.matchAll(/\bvscode\.([A-Za-z]\w*)/g)].map(([, name]) => name)),
  );
  names.delete('l10n');
  const rest = [...names]
    .map((name) => `export const ${name} = globalThis.known.${name} ?? globalThis.anything;`)
    .join('\n');
  return `export const l10n = { bundle: undefined };\n${rest}`;
}

const stubs = new Map([
  ['vscode', vsCode],
  // without a page it only works as a no-op
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
    if (options.without !== undefined && url.includes(options.without)) throw new Error(`No ${url}`);
    loaded.push(url);
    return next(url, context);
  },
});
/** Commands that have an implementation. */
async function runnable(): Promise<string[]> {
  if (options.run.length === 0) return [];
  const { commandTable } = (await import(inProject('src/commands/commandTable.ts'))) as {
    commandTable: (deps: unknown) => object;
  };
  return Object.keys(commandTable(anything));
}

Object.assign(globalThis, { anything, known: knownParts() });
let atStart = 0;
watchIntl();
if (files.length > 0) {
  const page = { document: anything, window: anything, HTMLElement: Object, customElements: anything };
  Object.assign(globalThis, page, { acquireVsCodeApi: anything, matchMedia: anything });
  for (const file of files) await import(pathToFileURL(file).href);
} else {
  const { activate } = (await import(inProject('src/extension.ts'))) as { activate: (context: unknown) => unknown };
  const packageJSON: unknown = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  activate(orAnything({ extension: { packageJSON } }));
  await new Promise(setImmediate);
  if (options.run.length > 0) await new Promise((resolve) => setTimeout(resolve, 500)); // wait for work after activation
  atStart = loaded.length;
  shown.length = 0;
  for (const command of options.run) await commands.get(command)?.();
}
const answer = { made, loaded: [...loaded], later: loaded.slice(atStart), shown, runnable: await runnable() };
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
