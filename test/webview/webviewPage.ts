import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { builtOnce } from '../support/builtOnce.ts';
import { inProject } from '../support/projectPaths.ts';
import { axePath, axeScript, nonce } from './pageViolations.ts';
import { germanHead, pseudoHead } from './pseudoPage.ts';
import { bodyClasses, themeCss, type ThemeName } from './themes.ts';

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

/** Stub hosts by page. For other pages, the test is the host. */
const standIns: Readonly<Record<string, string>> = { table: 'scriptedHost', form: 'scriptedFormHost' };

/** Builds the webviews as shipped, with a stub host, and returns their folder. */
export function buildPages(): Promise<string> {
  return builtOnce('pages', build);
}

async function build(built: string): Promise<void> {
  const { webviews } = (await import(pathToFileURL(inProject('esbuild.mjs')).href)) as {
    webviews: esbuild.BuildOptions[];
  };
  for (const page of webviews) await esbuild.build({ ...page, outdir: built, absWorkingDir: inProject() });
  await esbuild.build({
    entryPoints: Object.values(standIns).map((name) => inProject(`test/webview/page/${name}.ts`)),
    outdir: built,
    bundle: true,
    format: 'esm',
    platform: 'browser',
  });
}

export interface Pages {
  /**
   * URL of a table; `script` configures the stub host. With `page`, another webview, whose host is the test; with
   * `connections`, the list shown at its top; with `pseudo`, in the pseudo-language, right to left if it is `rtl`; with
   * `german`, in German.
   */
  readonly address: (theme: ThemeName, script?: Readonly<Record<string, string | number>>) => string;
  /** URL of an empty page of the same origin, which clears what a webview has kept. */
  readonly empty: string;
  end(): void;
}

/** Serves pages with a CSP as strict as VS Code's: scripts and styles only by nonce or from this server. */
export async function servePages(): Promise<Pages> {
  const built = await buildPages();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      // a page must be safe without the CSP, too
      if (!searchParams.has('unguarded'))
        response.setHeader(
          'Content-Security-Policy',
          `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}' 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'`,
        );
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      const theme = (searchParams.get('theme') ?? 'dark') as ThemeName;
      return response.end(
        html(
          theme,
          searchParams.get('page') ?? 'table',
          searchParams.has('german') ? 'de' : searchParams.get('pseudo'),
          searchParams.get('connections'),
        ),
      );
    }
    if (pathname === '/favicon.ico') {
      response.statusCode = 204;
      return response.end();
    }
    if (pathname === '/empty') {
      response.setHeader('Content-Type', 'text/html');
      return response.end('<script>sessionStorage.clear()</script>');
    }
    try {
      const body = pathname === axePath ? axeScript() : readFileSync(path.join(built, path.normalize(pathname)));
      response.setHeader('Content-Type', types[path.extname(pathname)] ?? 'text/plain');
      // otherwise the browser compiles every script for every page
      response.setHeader('Cache-Control', 'max-age=3600');
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (theme, script = {}) => {
      const words = Object.entries(script).map(([name, value]): [string, string] => [name, String(value)]);
      return `http://127.0.0.1:${port}/?${new URLSearchParams([['theme', theme], ...words]).toString()}`;
    },
    empty: `http://127.0.0.1:${port}/empty`,
    end: () => server.close(),
  };
}

function html(theme: ThemeName, name: string, language: string | null, connections: string | null): string {
  return `<!DOCTYPE html>
<html lang="${language === 'de' ? 'de' : 'en'}">
<head>
<meta charset="utf-8">
<title>${name}</title>
<style nonce="${nonce}">${themeCss(theme)}</style>
<link rel="stylesheet" href="/${name}.css">
${headIn(language)}
${standIns[name] ? `<script nonce="${nonce}" type="module" src="/${standIns[name]}.js"></script>` : ''}
<script nonce="${nonce}" type="module" src="/${name}.js"></script>
</head>
<body class="${bodyClasses[theme]}">
${connections === null ? '' : `<section class="connections" aria-label="Connection" data-shown="${connections.replaceAll('"', '&quot;')}"></section>`}
<recordbench-${name}></recordbench-${name}>
</body>
</html>`;
}

function headIn(language: string | null): string {
  if (language === null) return '';
  return language === 'de' ? germanHead() : pseudoHead(nonce, language === 'rtl' ? 'rtl' : 'ltr');
}
