import path from 'node:path';

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
  /** What its script imports. */
  readonly imports: readonly string[];
  /** In which VS Code speaks: `de`. */
  readonly language: string;
  /** Every sentence in that language, unless it is the one that the sentences are written in. */
  readonly words: Readonly<Record<string, string>> | undefined;
  /** Of its element, for how it looks until its script has run. */
  readonly className?: string;
}

/**
 * The page of one webview: its script and style, and the one element that they fill. Nothing else is let in. Script and
 * style come with the page, as a file that a webview asks for goes through VS Code's window to the disk and back, which
 * takes long in a window that has just opened. What is loaded later finds the same scripts by the import map.
 */
export function webviewHtml({
  name,
  title,
  nonce,
  source,
  address,
  read,
  imports,
  language,
  words,
  className,
}: WebviewHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src ${source} data:`,
  ].join('; ');
  const entry = `${name}.js`;
  const modules = [...imports, entry].map((file) => [address(file), withWholeAddresses(read(file), file, address)]);
  const translation = words === undefined ? '' : `<script type="application/json">${jsonInHtml(words)}</script>`;
  // whoever is the first to write a number waits for the browser's locales: here that is done while the script is loaded
  return `<!doctype html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <style nonce="${nonce}">${placedStyle(read(`${name}.css`), address)}</style>
    ${translation}
    <script type="text/plain">${jsonInHtml(modules)}</script>
    <script nonce="${nonce}">(${askHost})(); (${importModules})()</script>
    <script type="module" async nonce="${nonce}">new Intl.NumberFormat(); new Intl.DateTimeFormat();</script>
  </head>
  <body>
    <recordbench-${name}${className === undefined ? '' : ` class="${escaped(className)}"`}></recordbench-${name}>
  </body>
</html>`;
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

const importModules = `() => {
  const carried = document.querySelector('script[type="text/plain"]');
  const modules = JSON.parse(carried.textContent);
  carried.remove();
  const toBlob = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const map = document.createElement('script');
  map.type = 'importmap';
  map.nonce = document.currentScript.nonce;
  map.textContent = JSON.stringify({ imports: Object.fromEntries(modules.map(([address, code]) => [address, toBlob(code)])) });
  document.head.append(map);
  // all of them at once, not when the entry has been read and asks for the others
  for (const [address] of modules) import(address);
}`;

/** As a blob a module has no place: what it imports is named by its whole address. */
function withWholeAddresses(code: string, file: string, address: WebviewHtmlOptions['address']): string {
  const inFolder = (relative: string): string => address(path.posix.join(path.posix.dirname(file), relative));
  return code
    .replace(/(\bfrom|\bimport\(?)"(\.{1,2}\/[^"]+)"/g, (_, how: string, to: string) => `${how}"${inFolder(to)}"`)
    .replaceAll('import.meta.url', JSON.stringify(address(file)));
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
