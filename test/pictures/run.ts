// npm run pictures [-- --theme dark --size narrow --scene form]: pictures of the real thing in every theme and size, in
// dist/pictures. They are for looking at: nothing is compared. --readme makes those that the README shows, in media.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import { program } from '../support/program.ts';
import { Progress } from '../support/progress.ts';
import { inProject } from '../support/projectPaths.ts';
import { startVsCode } from '../support/vsCodeForTests.ts';
import { openWorkbench } from '../support/workbench.ts';
import { installVsCode } from '../vscode/install.ts';
import { scenes } from './scenes.ts';

const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'hc-light': 'Default High Contrast Light',
  'hc-dark': 'Default High Contrast',
};

const sizes = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 640, height: 800 },
  readme: { width: 1000, height: 620 },
};

/** What the README shows, by scene. */
const readme = { 'table-staged': 'table.webp', 'form-changed': 'form.webp', 'bulk-preview': 'bulk.webp' };

const { values } = parseArgs({
  options: {
    theme: { type: 'string' },
    size: { type: 'string' },
    scene: { type: 'string' },
    readme: { type: 'boolean' },
  },
});
const folder = inProject('dist', 'pictures');

await program(async () => {
  const progress = new Progress();
  await progress.step('Build and package Recordbench', buildPackage);
  await installVsCode(progress);
  const browser = await launchBrowser(await findBrowser(progress));
  mkdirSync(folder, { recursive: true });
  const wanted = values.readme ? { theme: 'light', size: 'readme' } : values;
  for (const [theme, colorTheme] of Object.entries(themes)) {
    if (wanted.theme && wanted.theme !== theme) continue;
    for (const [size, viewport] of Object.entries(sizes)) {
      if (wanted.size ? wanted.size !== size : size === 'readme') continue;
      const name = `${theme}-${size}`;
      await progress.step(`Pictures, ${theme}, ${size}`, () => takePictures(browser, name, colorTheme, viewport));
    }
  }
  if (values.readme)
    for (const [scene, file] of Object.entries(readme))
      writeFileSync(inProject('media', file), await asWebp(browser, picture(scene, 'light-readme')));
  progress.say(`See ${path.relative(process.cwd(), values.readme ? inProject('media') : folder)}`);
  return 0;
});

/** A scene goes on where the one before it ended, so all of them are shown, and those that were asked for are kept. */
async function takePictures(
  browser: Browser,
  name: string,
  colorTheme: string,
  viewport: { width: number; height: number },
): Promise<void> {
  const vsCode = await startVsCode({
    settings: { 'recordbench.demo.autoStart': true, 'workbench.colorTheme': colorTheme },
  });
  const page = await openWorkbench(browser, vsCode, { viewport });
  // the README has no chart, and ends before the rest
  const end = scenes.findLastIndex((scene) => scene.name in readme) + 1;
  const needed = values.readme ? scenes.slice(0, end).filter(({ name: of }) => !of.startsWith('chart')) : scenes;
  for (const scene of needed) {
    try {
      await scene.show(page);
    } catch (error) {
      await page.screenshot({ path: picture(`${scene.name}-failed`, name) });
      throw error;
    }
    // the pointer would leave a hover in the picture
    await page.mouse.move(viewport.width - 1, viewport.height - 1);
    if (!values.scene || scene.name.startsWith(values.scene))
      await page.screenshot({ path: picture(scene.name, name) });
  }
  await page.context().close();
  await vsCode.end();
}

/** A third of the size, as it is shipped with the extension. */
async function asWebp(browser: Browser, file: string): Promise<Buffer> {
  const page = await browser.newPage();
  const source = `data:image/png;base64,${readFileSync(file, 'base64')}`;
  const address = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = '${source}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.45);
  })()`);
  await page.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

function picture(scene: string, name: string): string {
  return path.join(folder, `${scene}-${name}.png`);
}
