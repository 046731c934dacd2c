// npm run pictures [-- --theme dark --size narrow]: pictures of the real thing in every theme and size, in dist/pictures.
// They are for looking at: nothing is compared.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject } from '../support/projectPaths.ts';
import { startVsCode } from '../support/vsCodeForTests.ts';
import { openView, openWorkbench, tree } from '../support/workbench.ts';
import { installVsCode } from '../vscode/install.ts';

const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'hc-light': 'Default High Contrast Light',
  'hc-dark': 'Default High Contrast',
};

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 640, height: 800 } };

await program(async () => {
  const { values } = parseArgs({ options: { theme: { type: 'string' }, size: { type: 'string' } } });
  const progress = new Progress();
  await progress.step('Build and package Recordbench', buildPackage);
  await installVsCode(progress);
  const browser = await launchBrowser(await findBrowser(progress));
  const folder = inProject('dist', 'pictures');
  mkdirSync(folder, { recursive: true });
  for (const [theme, colorTheme] of Object.entries(themes)) {
    if (values.theme && values.theme !== theme) continue;
    await progress.step(`Pictures in ${theme}`, () => takePictures(browser, folder, theme, colorTheme, values.size));
  }
  progress.say(`See ${path.relative(process.cwd(), folder)}`);
  return 0;
});

async function takePictures(
  browser: Browser,
  folder: string,
  theme: string,
  colorTheme: string,
  onlySize: string | undefined,
): Promise<void> {
  const vsCode = await startVsCode({
    settings: { 'recordbench.demo.autoStart': true, 'workbench.colorTheme': colorTheme },
  });
  for (const [size, viewport] of Object.entries(sizes)) {
    if (onlySize && onlySize !== size) continue;
    const page = await openWorkbench(browser, vsCode, { viewport });
    await openView(page, 'Recordbench');
    await tree(page).first().waitFor();
    await page.screenshot({ path: path.join(folder, `records-${theme}-${size}.png`) });
    await page.context().close();
  }
  await vsCode.end();
}
