import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { atEnd } from '../support/program.ts';
import { type InlineModule, webviewHtml } from '../../src/platform/webviewHtml.ts';
import { inProject, keptFolder } from '../support/projectPaths.ts';
import type { PeerPage } from './peers/peers.ts';

const built = path.join(keptFolder, 'bench');
const nonce = 'cmVjb3JkYmVuY2g';
/** Empty icon: otherwise the browser would request one. */
const icon = '<link rel="icon" href="data:," />';
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

export type PageName =
  | 'table'
  | 'tableForKeys'
  | 'bareKeys'
  | 'bareChart'
  | 'tableAtOnce'
  | 'bare'
  | 'form'
  | 'bareForm'
  | 'empty'
  | PeerPage;
export type Wanted = Readonly<Record<string, string | number>>;

export interface BenchPages {
  /** Its files are served, too. */
  readonly folder: string;
  address(page: PageName, wanted: Wanted): string;
}

/** Serves the shipped table and form, and the baselines they are compared with, from localhost. */
export async function serveBenchPages(bare: (search: URLSearchParams) => string = () => ''): Promise<BenchPages> {
  await build();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const ending = path.extname(pathname);
    response.setHeader('Content-Type', types[ending] ?? 'text/html; charset=utf-8');
    const origin = `http://${request.headers.host}`;
    if (ending === '') response.end(html(pathname.slice(1) as PageName, origin, () => bare(searchParams)));
    else response.end(readFileSync(path.join(built, pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  atEnd(async () => void server.close());
  return {
    folder: built,
    address: (page, wanted) => {
      const words = Object.entries(wanted).map(([name, value]): [string, string] => [name, String(value)]);
      return `http://127.0.0.1:${port}/${page}?${new URLSearchParams(words).toString()}`;
    },
  };
}

/** Always rebuilds into a separate folder: measures the current sources even if dist/ is being rebuilt. */
async function build(): Promise<void> {
  rmSync(built, { recursive: true, force: true });
  const { webviews } = (await import(pathToFileURL(inProject('esbuild.mjs')).href)) as {
    webviews: esbuild.BuildOptions[];
  };
  for (const page of webviews) await esbuild.build({ ...page, outdir: built, absWorkingDir: inProject() });
  await esbuild.build({
    entryPoints: [
      new URL('page/hostWorker.js', import.meta.url),
      new URL('page/workerApi.js', import.meta.url),
      new URL('page/promptApi.js', import.meta.url),
      new URL('page/formApi.js', import.meta.url),
      new URL('page/keyProbe.js', import.meta.url),
      new URL('page/pressProbe.js', import.meta.url),
      new URL('page/bareKeys.js', import.meta.url),
      new URL('page/bareChart.js', import.meta.url),
      new URL('page/drive.js', import.meta.url),
      new URL('page/paintProbe.js', import.meta.url),
      new URL('page/colors.css', import.meta.url),
      new URL('page/bare.css', import.meta.url),
    ].map((url) => fileURLToPath(url)),
    outdir: built,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
  });
}

/** The shipped pages of the table and the form, with a stub for VS Code's part. */
function html(page: PageName, origin: string, bare: () => string): string {
  switch (page) {
    case 'table':
      return shippedPage('table', origin, script('workerApi.js'), "worker-src 'self'");
    case 'tableAtOnce':
      return shippedPage('table', origin, inline('paintProbe.js') + inline('promptApi.js'));
    case 'form':
      return shippedPage('form', origin, inline('paintProbe.js') + inline('keyProbe.js') + inline('formApi.js'));
    case 'tableForKeys':
      return shippedPage('table', origin, inline('pressProbe.js') + script('workerApi.js'), "worker-src 'self'");
    case 'bareKeys':
      return otherPage(`${inline('pressProbe.js')}${inline('bareKeys.js')}${style('bare.css')}`, bare());
    case 'bareChart':
      return otherPage(`${inline('pressProbe.js')}${script('bareChart.js')}`, '<button>Chart</button>');
    case 'bare':
      return otherPage(`${inline('paintProbe.js')}${style('bare.css')}`, bare());
    case 'bareForm':
      return otherPage(`${inline('paintProbe.js')}${inline('keyProbe.js')}${style('bare.css')}`, bare());
    case 'empty':
      return otherPage('', '', "frame-src 'self'");
    default:
      // these libraries create style elements or write style attributes
      return otherPage(
        `${script('workerApi.js')}${style(`${page}.css`)}${module(`${page}.js`)}`,
        '<div id="container"></div>',
        `worker-src 'self'; style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
      );
  }
}

function shippedPage(name: 'table' | 'form', origin: string, head: string, alsoAllowed = ''): string {
  const read = (file: string): string => readFileSync(path.join(built, file), 'utf8');
  const page = webviewHtml({
    name,
    title: 'All leads',
    nonce,
    source: "'self'",
    address: (file) => `${origin}/${file}`,
    read,
    start: JSON.parse(read(`${name}.start.json`)) as InlineModule[],
    language: 'en',
    words: undefined,
  });
  return page
    .replace('<meta name="viewport"', `${icon}${style('colors.css')}${head}$&`)
    .replace("default-src 'none'", `$&; ${alsoAllowed}`);
}

/** With a CSP as strict as the table's. */
function otherPage(head: string, body: string, alsoAllowed = ''): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; font-src 'self'; img-src 'self' data:; ${alsoAllowed}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    ${icon}${style('colors.css')}${head}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>All leads</title>
  </head>
  <body>${body}</body>
</html>`;
}

/** Source of a script in `page/`. */
export function builtScript(file: string): string {
  return readFileSync(path.join(built, file), 'utf8');
}

function style(file: string): string {
  return `<link rel="stylesheet" href="/${file}" />`;
}

function script(file: string): string {
  return `<script nonce="${nonce}" src="/${file}"></script>`;
}

function module(file: string): string {
  return `<script type="module" nonce="${nonce}" src="/${file}"></script>`;
}

/** Inlined, because VS Code's own part of a page is in it from the start. */
function inline(file: string): string {
  return `<script nonce="${nonce}">${builtScript(file)}</script>`;
}
