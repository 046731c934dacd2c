/** What the page of a webview is made of. */
export interface WebviewHtmlOptions {
  /** The name of its element, script and style. */
  readonly name: string;
  readonly title: string;
  readonly nonce: string;
  /** From where styles, fonts and pictures may come. */
  readonly source: string;
  /** The address of a file that belongs to the webviews. */
  readonly address: (file: string) => string;
  /** What its script imports: to be loaded with it, not after it. */
  readonly imports: readonly string[];
  /** In which VS Code speaks: `de`. */
  readonly language: string;
  /** Every sentence in that language, unless it is the one that the sentences are written in. */
  readonly words: Readonly<Record<string, string>> | undefined;
}

/** The page of one webview: its script and style, and the one element that they fill. Nothing else is let in. */
export function webviewHtml({
  name,
  title,
  nonce,
  source,
  address,
  imports,
  language,
  words,
}: WebviewHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source} data:`,
  ].join('; ');
  const preloads = imports.map((file) => `<link rel="modulepreload" nonce="${nonce}" href="${address(file)}" />`);
  const translation = words === undefined ? '' : `<script type="application/json">${jsonInHtml(words)}</script>`;
  // whoever is the first to write a number waits for the browser's locales: here that is done while the script is loaded
  return `<!doctype html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${address(`${name}.css`)}" />
    ${preloads.join('\n    ')}
    ${translation}
    <script type="module" nonce="${nonce}" src="${address(`${name}.js`)}"></script>
    <script type="module" async nonce="${nonce}">new Intl.NumberFormat(); new Intl.DateTimeFormat();</script>
  </head>
  <body>
    <recordbench-${name}></recordbench-${name}>
  </body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** No text in it can end the element that it stands in. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
