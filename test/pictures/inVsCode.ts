import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { startService } from '../../src/demo/service.ts';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { buildPackage } from '../support/buildPackage.ts';
import type { Progress } from '../support/progress.ts';
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

/** Pictures for the README and the docs, by scene. Those for the docs aren't packaged. */
const readme = {
  'table-staged': 'media/table.webp',
  'form-changed': 'docs/pictures/form.webp',
  'bulk-preview': 'docs/pictures/bulk.webp',
  plan: 'docs/pictures/plan.webp',
  history: 'docs/pictures/history.webp',
  comparison: 'docs/pictures/comparison.webp',
};

export interface PictureChoice {
  readonly theme?: string | undefined;
  readonly size?: string | undefined;
  readonly scene?: string | undefined;
  readonly readme?: boolean | undefined;
}

/** Takes screenshots of the whole VS Code window. With `readme`, those for the README and the docs. */
export async function takeInVsCode(progress: Progress, folder: string, choice: PictureChoice): Promise<void> {
  await progress.step('Build and package Recordbench', buildPackage);
  await installVsCode(progress);
  const browser = await launchBrowser(await findBrowser(progress));
  mkdirSync(folder, { recursive: true });
  const wanted = choice.readme ? { theme: 'light', size: 'readme' } : choice;
  for (const [theme, colorTheme] of Object.entries(themes)) {
    if (wanted.theme && wanted.theme !== theme) continue;
    for (const [size, viewport] of Object.entries(sizes)) {
      if (wanted.size ? wanted.size !== size : size === 'readme') continue;
      const picture = (scene: string): string => path.join(folder, `${scene}-${theme}-${size}.png`);
      await progress.step(`Pictures, ${theme}, ${size}`, () =>
        takePictures(browser, choice, colorTheme, viewport, picture),
      );
    }
  }
  if (choice.readme)
    for (const [scene, file] of Object.entries(readme))
      writeFileSync(inProject(file), await asWebp(browser, path.join(folder, `${scene}-light-readme.png`)));
}

/** Each scene continues from the previous one, so all of them run, and only the requested ones are saved. */
async function takePictures(
  browser: Browser,
  choice: PictureChoice,
  colorTheme: string,
  viewport: { width: number; height: number },
  picture: (scene: string) => string,
): Promise<void> {
  const vsCode = await startVsCode({
    settings: { 'recordbench.demo.autoStart': true, 'workbench.colorTheme': colorTheme },
  });
  const page = await openWorkbench(browser, vsCode, { viewport });
  const staging = await startService({ records: 4_990 });
  const around = { folder: vsCode.folder, staging: { url: staging.url, token: staging.tokens.admin } };
  // the README has no chart, and the scenes after its last one aren't needed
  const end = scenes.findLastIndex((scene) => scene.name in readme) + 1;
  const needed = choice.readme ? scenes.slice(0, end).filter(({ name: of }) => !of.startsWith('chart')) : scenes;
  for (const scene of needed) {
    try {
      await scene.show(page, around);
    } catch (error) {
      await page.screenshot({ path: picture(`${scene.name}-failed`) });
      throw error;
    }
    // no hovers in the picture
    await page.mouse.move(viewport.width - 1, viewport.height - 1);
    await page.locator('.monaco-hover').filter({ visible: true }).first().waitFor({ state: 'hidden' });
    if (!choice.scene || scene.name.startsWith(choice.scene)) await page.screenshot({ path: picture(scene.name) });
  }
  await page.context().close();
  await vsCode.end();
  await staging.close();
}

/** A third of the size; this format is shipped with the extension. */
async function asWebp(browser: Browser, file: string): Promise<Buffer> {
  const page = await browser.newPage();
  const source = `data:image/png;base64,${readFileSync(file, 'base64')}`;
  const address = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = '${source}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.32);
  })()`);
  await page.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
