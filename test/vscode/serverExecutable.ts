#!/usr/bin/env node
// Takes the arguments that @vscode/test-electron gives to a desktop VS Code, and runs the suite in the extension host of the
// server build instead, with a browser as its window.
import { format, parseArgs } from 'node:util';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { tokensInBrowser } from '../support/browserStorage.ts';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { installVsCode } from './install.ts';
import { startServer } from './server.ts';

const longestRun = 30 * 60_000;

await program(async () => {
  const { values, positionals } = parseArgs({
    strict: false, // most desktop arguments don't apply here
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: 'string' },
      extensionTestsPath: { type: 'string' },
      'user-data-dir': { type: 'string' },
      'extensions-dir': { type: 'string' },
    },
  });
  const progress = new Progress();
  await installVsCode(progress);
  const executable = await findBrowser(progress);
  const folder = positionals[0] ?? process.cwd();
  const server = await startServer({
    profile: { userData: `${values['user-data-dir']}`, extensions: `${values['extensions-dir']}` },
    folder,
    port: 0,
    testing: true,
  });

  const browser = await launchBrowser(executable);
  const page = await browser.newPage();
  const finished = new Promise<number>((resolve, reject) => {
    void page.exposeFunction('codeAutomationExit', resolve);
    void page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => console.log(format(...args)));
    page.once('crash', () => reject(new Error('The browser page crashed.')));
    void server.ended().then(() => reject(new Error(`VS Code ended early:\n${server.output()}`)));
    setTimeout(() => reject(new Error(`The suite did not end in ${longestRun / 60_000} minutes.`)), longestRun).unref();
  });
  const remote = `vscode-remote://127.0.0.1:${server.port}`;
  const address = new URL(server.address);
  address.searchParams.set('folder', folder);
  address.searchParams.set(
    'payload',
    JSON.stringify([
      ['extensionDevelopmentPath', `${remote}${values.extensionDevelopmentPath}`],
      ['extensionTestsPath', `${remote}${values.extensionTestsPath}`],
      ['skipWelcome', 'true'],
    ]),
  );
  await page.goto(address.href, { timeout: 120_000 });
  const code = await finished;
  const found = await tokensInBrowser(browser);
  if (found.length > 0) throw new Error(`A token stands in ${found.join(', ')}.`);
  return code;
});
