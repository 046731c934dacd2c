import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { atEnd } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { startVsCode, type VsCodeOptions } from '../support/vsCodeForTests.ts';
import { openWorkbench } from '../support/workbench.ts';
import { installVsCode } from '../vscode/install.ts';
import type { Report } from './benchLine.ts';
import { alternate } from './interleave.ts';
import { leadAnswers } from './leadAnswers.ts';
import { staticTable } from './staticTable.ts';
import { address, benchExtension, Stopwatch } from './stopwatch.ts';

const columns = 30;
const turns = 7;
const warmUp = 1;
/** Fewer than fit a window of this size. */
const rows = 20;

/** Runs each in a freshly started VS Code, with nothing of either loaded. */
export default async function firstTable(report: Report): Promise<void> {
  const progress = new Progress();
  await buildPackage();
  await installVsCode(progress);
  const service = await leadAnswers([columns], 1_000_000);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-bare-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const bare = path.join(folder, 'leads.bare');
  writeFileSync(bare, staticTable(rows, columns));
  const port = 40_000 + (process.pid % 20_000);
  const options: VsCodeOptions = {
    folder,
    settings: {
      'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: service.url }],
      'recordbenchBench.port': port,
    },
    extensions: {
      'recordbench-test.stopwatch-0.0.0': benchExtension('stopwatch'),
      'recordbench-test.bare-editor-0.0.0': benchExtension('bareEditor'),
    },
  };
  const browser = await launchBrowser(await findBrowser(progress));
  try {
    const compared = await alternate(
      () => timeInNewWindow(browser, options, port, '/table', address(columns)),
      () => timeInNewWindow(browser, options, port, '/bareEditor', pathToFileURL(bare).href),
      turns,
      warmUp,
    );
    report({
      name: 'first table of a new window ÷ the first page of a minimal custom editor in a new window',
      ratio: compared.ratio,
      limit: 1.2,
      spread: compared.spread,
      detail: `${compared.ours.toFixed(0)} ms ÷ ${compared.theirs.toFixed(0)} ms at ${columns} columns`,
    });
  } finally {
    await browser.close();
    await service.close();
  }
}

async function timeInNewWindow(
  browser: Browser,
  options: VsCodeOptions,
  port: number,
  action: string,
  content: string,
): Promise<number> {
  const vsCode = await startVsCode(options);
  const page = await openWorkbench(browser, vsCode);
  try {
    const stopwatch = new Stopwatch(page, port);
    await stopwatch.watch(page.context(), rows);
    await stopwatch.showListViews();
    await stopwatch.settled();
    return await stopwatch.untilPainted(action, content);
  } finally {
    await page.context().close();
    await vsCode.end();
  }
}
