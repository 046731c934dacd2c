import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { inProject } from '../support/projectPaths.ts';
import { axePath, axeScript, nonce } from './pageViolations.ts';
import { bodyClasses, themeCss, type ThemeName } from './themes.ts';

/** From VS Code's own themes. */
const chartColors: Readonly<Record<ThemeName, readonly string[]>> = {
  light: ['#0063d3', '#d18616', '#388a34', '#652d90', '#bf8803', '#e51400'],
  dark: ['#59a4f9', '#d18616', '#89d185', '#b180d7', '#cca700', '#f14c4c'],
  'hc-light': ['#0063d3', '#0f4a85', '#374e06', '#652d90', '#895503', '#b5200d'],
  'hc-dark': ['#59a4f9', '#ab5a00', '#89d185', '#b180d7', '#ffd370', '#f48771'],
};
const names = ['blue', 'orange', 'green', 'purple', 'yellow', 'red'];

const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}' 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'`;

/** Chart colors in addition to those of every page. */
export function chartThemeCss(theme: ThemeName): string {
  const colors = names.map((name, place) => `--vscode-charts-${name}: ${chartColors[theme][place]};`);
  // with quotes, as VS Code writes it on Windows and Linux
  const font = '--vscode-font-family: "Segoe UI", "Ubuntu", "Droid Sans", sans-serif;';
  return `${themeCss(theme)} :root { ${font} ${colors.join(' ')} }`;
}

export interface ChartPages {
  address(theme: ThemeName): string;
  end(): void;
}

/** Serves pages with one empty chart each, built as shipped and with a CSP as strict as VS Code's for webviews. */
export async function serveChartPages(): Promise<ChartPages> {
  const { outputFiles } = await esbuild.build({
    // lazy-loaded, as in the table
    stdin: {
      contents: "await import('./src/features/table/page/chart/chartElement.ts');",
      resolveDir: inProject(),
      loader: 'ts',
    },
    tsconfig: inProject('src/features/tsconfig.json'),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'chrome138',
    outdir: inProject('dist/none'),
    write: false,
  });
  const files = new Map(outputFiles.map((file) => [`/${path.basename(file.path)}`, file.contents]));
  files.set(axePath, axeScript());
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const file = files.get(pathname);
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', file ? 'text/javascript' : 'text/html; charset=utf-8');
    // otherwise the browser compiles every script for every page
    if (file) response.setHeader('Cache-Control', 'max-age=3600');
    response.end(file ?? html((searchParams.get('theme') ?? 'dark') as ThemeName));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (theme) => `http://127.0.0.1:${port}/?theme=${theme}`,
    end: () => server.close(),
  };
}

function html(theme: ThemeName): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Chart</title>
<style nonce="${nonce}">
${chartThemeCss(theme)}
html, body { height: 100%; margin: 0; background: var(--vscode-editor-background); }
main { height: 100%; }
.title { position: absolute; clip-path: inset(50%); }
recordbench-chart { height: 100%; }
</style>
<script nonce="${nonce}" type="module" src="/stdin.js"></script>
</head>
<body class="${bodyClasses[theme]}"><main><h1 class="title">Chart</h1><recordbench-chart></recordbench-chart></main></body>
</html>`;
}
