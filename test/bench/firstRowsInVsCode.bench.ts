import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { Progress } from '../support/progress.ts';
import { startVsCode } from '../support/vsCodeForTests.ts';
import { openWorkbench } from '../support/workbench.ts';
import { installVsCode } from '../vscode/install.ts';
import type { Report } from './benchLine.ts';
import { compared, inTurns } from './interleave.ts';
import { leadAnswers } from './leadAnswers.ts';
import { staticTable } from './staticTable.ts';
import { address, benchExtension, Stopwatch } from './stopwatch.ts';

const widths = [30, 60];
/** A bare page that draws all of 60 columns would flatter a table that draws those on the screen. */
const bareColumns = 30;
const turns = 12;
const warmUp = 3;

/** Both are opened by an extension in the same window; the clock starts there and stops in the webview. */
export default async function firstRowsInVsCode(report: Report): Promise<void> {
  const progress = new Progress();
  await buildPackage();
  await installVsCode(progress);
  const service = await leadAnswers(widths, 1_000_000);
  const port = 40_000 + (process.pid % 20_000); // the extension listens on this port
  const vsCode = await startVsCode({
    settings: {
      'recordbench.connections': [{ id: 'leads', name: 'Leads', baseUrl: service.url }],
      'recordbenchBench.port': port,
    },
    extensions: { 'recordbench-test.stopwatch-0.0.0': benchExtension('stopwatch') },
  });
  const browser = await launchBrowser(await findBrowser(progress));
  try {
    const page = await openWorkbench(browser, vsCode);
    const stopwatch = new Stopwatch(page, port);
    await stopwatch.ready();
    const rows = await stopwatch.rowsOnScreen();
    await stopwatch.watch(page.context(), rows);
    for (const columns of widths) {
      const rowsOfBare = staticTable(rows, bareColumns);
      const taken = await inTurns(
        [
          () => stopwatch.time('/table', address(columns)),
          () => stopwatch.time('/bare', rowsOfBare),
          // without a request
          () => stopwatch.time('/document', JSON.stringify({ opens: rowsOfBare, jobs: [] })),
        ],
        turns,
        warmUp,
      );
      for (const [side, than] of [
        [1, 'a bare webview'],
        [2, 'the least document editor'],
      ] as const) {
        const { ratio, spread, ours, theirs } = compared(taken.map((times) => [times[0]!, times[side]!]));
        report({
          name: `open to first rows painted in VS Code at ${columns} columns ÷ ${than} with the same rows of ${bareColumns} columns as static HTML`,
          ratio,
          limit: 1.2,
          spread,
          detail: `${ours.toFixed(0)} ms ÷ ${theirs.toFixed(0)} ms, ${rows} rows`,
        });
      }
    }
  } finally {
    await browser.close();
    await vsCode.end();
    await service.close();
  }
}
