import path from 'node:path';
import { t } from '@vscode/l10n';
import type { ShownConnection } from '../model/connection/shownConnection.ts';

type Names = readonly (readonly [name: string, other: string])[];

/** A file of a script, without its imports and exports. */
export interface InlineModule {
  readonly file: string;
  /** Range of the remaining code in the file. */
  readonly from: number;
  readonly to: number;
  /** Imports by file: exported name and local name. */
  readonly takes: readonly (readonly [file: string, names: Names])[];
  /** Exports: local name and exported name. */
  readonly gives: Names;
}

/** Parts of a webview page. */
export interface WebviewHtmlOptions {
  /** The name of its element, script and style. */
  readonly name: string;
  readonly title: string;
  readonly nonce: string;
  /** Allowed source of styles, fonts and images. */
  readonly source: string;
  /** URL of a webview file. */
  readonly address: (file: string) => string;
  readonly read: (file: string) => string;
  /** The modules its script imports and the script itself, in dependency order. */
  readonly start: readonly InlineModule[];
  /** VS Code's display language: `de`. */
  readonly language: string;
  /** All messages in that language; undefined if it is the source language. */
  readonly words: Readonly<Record<string, string>> | undefined;
  /** Class of its element, for its look until the script runs. */
  readonly className?: string;
  /** For a page that can write: the connections shown at the top. */
  readonly connections?: readonly ShownConnection[];
}

/**
 * The page of a webview: its script, its style and the element they fill. The CSP blocks everything else. Script and
 * style are inlined, since a webview loads files from disk through VS Code's window, which is slow in a window that has
 * just opened. Modules loaded later find the inlined ones through the import map.
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
  const imports = Object.fromEntries(modules.map((module) => [address(module.file), reexportModule(module)]));
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

/** Filled by the page's script (`hostChannel.ts`); its space is reserved from the first frame. */
function connectionBand(connections: readonly ShownConnection[]): string {
  const shown = escaped(JSON.stringify(connections));
  const isHidden = connections.length === 0 ? ' hidden' : '';
  return `<section class="connections" aria-label="${escaped(t('Connection'))}" data-shown="${shown}"${isHidden}></section>`;
}

/**
 * Runs in the page before anything else: requests the start data from the host while the script loads, and queues
 * messages until a listener is attached, then delivers each in its own task, as it arrived (`hostChannel.ts`).
 */
const askHost = `() => {
  const early = [];
  const ask = () => api.postMessage({ kind: 'request', id: 0, name: 'start' });
  let isAnswered = false;
  let receive = (message) => early.push(message);
  window.addEventListener('message', ({ data }) => {
    // the answer was sent ahead: to a page before this one, if it has not come
    if (data.name === 'answered') return isAnswered || ask();
    isAnswered ||= data.kind !== 'event';
    receive(data);
  });
  const deliver = (listener) => {
    if (early.length === 0) return void (receive = listener);
    listener(early.shift());
    setTimeout(() => deliver(listener));
  };
  const api = acquireVsCodeApi();
  ask();
  window.recordbenchHost = { api, listen: deliver };
}`;

/** Dynamic import in a script. */
const load = 'import("';

/** Wraps a module in a function whose parameters are its imports and whose result is its exports. */
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

/** Re-exports the inlined module for modules that import its file. */
function reexportModule({ file, gives }: InlineModule): string {
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

/** The theme is shipped separately from the style sheets that start with it. */
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

/** Escapes JSON so that it can't close the surrounding element. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** Same for a script, where these sequences occur in strings or regular expressions. */
function scriptInHtml(code: string): string {
  return code.replaceAll('<!--', String.raw`<\u0021--`).replaceAll('</script', String.raw`<\/script`);
}
