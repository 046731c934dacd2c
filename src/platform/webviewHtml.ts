import path from 'node:path';
import { t } from '@vscode/l10n';
import type { ShownConnection } from '../model/connection/shownConnection.ts';

type Names = readonly (readonly [name: string, other: string])[];

/** A file of a script, without its imports and exports. */
export interface InlineModule {
  readonly file: string;
  /** Where what is left of it is. */
  readonly from: number;
  readonly to: number;
  /** By file: what is taken of it, and its name here. */
  readonly takes: readonly (readonly [file: string, names: Names])[];
  /** By its name here: what others call it. */
  readonly gives: Names;
}

/** What the page of a webview is made of. */
export interface WebviewHtmlOptions {
  /** The name of its element, script and style. */
  readonly name: string;
  readonly title: string;
  readonly nonce: string;
  /** From where styles, fonts and pictures may come. */
  readonly source: string;
  /** The whole address of a file that belongs to the webviews. */
  readonly address: (file: string) => string;
  readonly read: (file: string) => string;
  /** What its script imports and the script itself, each after what it takes something of. */
  readonly start: readonly InlineModule[];
  /** In which VS Code speaks: `de`. */
  readonly language: string;
  /** Every sentence in that language, unless it is the one that the sentences are written in. */
  readonly words: Readonly<Record<string, string>> | undefined;
  /** Of its element, for how it looks until its script has run. */
  readonly className?: string;
  /** Of a page that can write: the connections at its top. */
  readonly connections?: readonly ShownConnection[];
}

/**
 * The page of one webview: its script and style, and the one element that they fill. Nothing else is let in. Script and
 * style come with the page, as a file that a webview asks for goes through VS Code's window to the disk and back, which
 * takes long in a window that has just opened. What is loaded later finds the same modules by the import map.
 */
export function webviewHtml({
  name,
  title,
  nonce,
  source,
  address,
  read,
  start,
  language,
  words,
  className,
  connections,
}: WebviewHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src ${source} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const modules = start.filter(({ gives }) => gives.length > 0);
  const imports = Object.fromEntries(modules.map((module) => [address(module.file), givenAgain(module)]));
  const translation = words === undefined ? '' : `<script type="application/json">${jsonInHtml(words)}</script>`;
  return `<!doctype html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <style nonce="${nonce}">${placedStyle(styleOf(name, read), address)}</style>
    ${translation}
    <script type="importmap" nonce="${nonce}">${jsonInHtml({ imports })}</script>
    <script nonce="${nonce}">(${askHost})()</script>
  </head>
  <body>
    ${connections ? connectionBand(connections) : ''}
    <recordbench-${name}${className === undefined ? '' : ` class="${escaped(className)}"`}></recordbench-${name}>
    <script nonce="${nonce}">
      document.currentScript.remove();
      window.recordbenchModules = {};
      ${start.map((module) => inlined(module, read(module.file), address)).join('\n')}
    </script>
  </body>
</html>`;
}

/** Its script fills it (`hostChannel.ts`); its room is there from the first frame on. */
function connectionBand(connections: readonly ShownConnection[]): string {
  const shown = escaped(JSON.stringify(connections));
  const isHidden = connections.length === 0 ? ' hidden' : '';
  return `<section class="connections" aria-label="${escaped(t('Connection'))}" data-shown="${shown}"${isHidden}></section>`;
}

/**
 * Runs in the page, before anything else: asks the host how to begin while the script is loaded, and keeps what is heard
 * until somebody listens, each in a task of its own as it came (`hostChannel.ts`).
 */
const askHost = `() => {
  const early = [];
  const ask = () => api.postMessage({ kind: 'request', id: 0, name: 'start' });
  let isAnswered = false;
  let hear = (message) => early.push(message);
  window.addEventListener('message', ({ data }) => {
    // the answer was sent ahead: to a page before this one, if it has not come
    if (data.name === 'answered') return isAnswered || ask();
    isAnswered ||= data.kind !== 'event';
    hear(data);
  });
  const deliver = (listener) => {
    if (early.length === 0) return void (hear = listener);
    listener(early.shift());
    setTimeout(() => deliver(listener));
  };
  const api = acquireVsCodeApi();
  ask();
  window.recordbenchHost = { api, listen: deliver };
}`;

/** How a script names what it loads later. */
const load = 'import("';

/** As a function, which takes and gives what the module imported and exported. */
function inlined(
  { file, from, to, takes, gives }: InlineModule,
  code: string,
  address: WebviewHtmlOptions['address'],
): string {
  const taken = takes.map(([source, names]) => `const {${joined(names)}} = ${moduleOf(source)};`);
  const folder = path.posix.dirname(file);
  const rest = code
    .slice(from, to)
    .replaceAll(`${load}./`, () => `${load}${address(folder)}/`)
    .replaceAll(`${load}../`, () => `${load}${address(path.posix.dirname(folder))}/`)
    .replaceAll('import.meta.url', () => JSON.stringify(address(file)));
  const given = joined(gives.map(([local, name]) => [name, local]));
  return `${moduleOf(file)} = (() => { 'use strict'; ${taken.join(' ')} ${scriptInHtml(rest)}\nreturn {${given}} })();`;
}

/** The module for those that import it from where its file is. */
function givenAgain({ file, gives }: InlineModule): string {
  const names = gives.map(([, name], index) => [name, `_${index}`] as const);
  const exported = names.map(([name, local]) => `${local} as ${name}`).join();
  const code = `const {${joined(names)}} = ${moduleOf(file)}; export {${exported}};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function moduleOf(file: string): string {
  return `window.recordbenchModules[${JSON.stringify(file)}]`;
}

function joined(names: Names): string {
  return names.map(([name, other]) => `${name}:${other}`).join();
}

/** The theme is shipped apart from the styles that begin with it. */
function styleOf(name: string, read: WebviewHtmlOptions['read']): string {
  const [theme, own] = [read('theme.css').trimEnd(), read(`${name}.css`)];
  return own.startsWith(theme) ? own : theme + own;
}

function placedStyle(style: string, address: WebviewHtmlOptions['address']): string {
  return style.replace(
    /url\("\.\/([^"?]+)(\?[^"]*)?"\)/g,
    (_, file: string, query = '') => `url("${address(file)}${query}")`,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** No text in it can end the element that it stands in. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** The same for a script, in which these are letters of a text or of a regular expression. */
function scriptInHtml(code: string): string {
  return code.replaceAll('<!--', String.raw`<\u0021--`).replaceAll('</script', String.raw`<\/script`);
}
