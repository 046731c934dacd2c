import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeViolations } from '../support/axeRun.ts';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import type { Progress } from '../support/progress.ts';
import { chartThemeCss } from '../webview/chartPage.ts';
import { misfits } from '../webview/fittingPage.ts';
import { now, type SheetState, SheetView, titleOf } from '../webview/states/sheetState.ts';
import { sheetStates } from '../webview/states/sheetStates.ts';
import { bodyClasses, type ThemeName, themeNames } from '../webview/themes.ts';
import { buildPages, type Pages, servePages } from '../webview/webviewPage.ts';
import { comparePictures } from './comparePictures.ts';
import { sheetIndex, type SheetRow } from './sheetIndex.ts';

/** Editor widths: the full window, half of it, or the rest next to the side bar of a small one. */
const widths = { wide: 1_200, half: 600, narrow: 320 };
const height = 800;

export interface SheetChoice {
  readonly theme?: string | undefined;
  readonly size?: string | undefined;
  readonly scene?: string | undefined;
  /** `de` for German. Text from the host stays as the states have it. */
  readonly language?: string | undefined;
  /** The folder of another run. */
  readonly against?: string | undefined;
}

/** Takes the pictures and checks them. Returns the number of problems found. */
export async function makeSheet(progress: Progress, folder: string, choice: SheetChoice): Promise<number> {
  await progress.step('Build the pages', buildPages);
  const pages = await servePages();
  const browser = await launchBrowser(await findBrowser(progress));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const wanted = sheetStates.filter((state) => nameOf(state).startsWith(choice.scene ?? ''));
  const themes = themeNames.filter((name) => name === (choice.theme ?? name));
  const sizes = Object.entries(widths).filter(([name]) => name === (choice.size ?? name));
  const columns = sizes.flatMap(([size]) => themes.map((theme) => `${theme}-${size}`));

  const found = new Map<SheetState, Set<string>>(wanted.map((state) => [state, new Set()]));
  const jobs = wanted.flatMap((state) => sizes.map(([size, width]) => ({ state, size, width })));
  const work = async (): Promise<void> => {
    const context = await pictureContext(browser);
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const name = nameOf(job.state);
      const picture = (theme: string): string => path.join(folder, `${name}-${theme}-${job?.size}.png`);
      for (const finding of await takePictures(context, pages, job.state, job.width, themes, picture, choice.language))
        found.get(job.state)?.add(`${job.size}: ${finding}`);
    }
  };
  await progress.step(`Take ${jobs.length * themes.length} pictures`, async () => {
    await Promise.all(Array.from({ length: Math.max(1, Math.floor(os.availableParallelism())) }, work));
  });
  pages.end();

  const rows = wanted.map((state): SheetRow => ({
    name: nameOf(state),
    title: titleOf(state),
    findings: [...(found.get(state) ?? [])],
  }));
  const names = rows.flatMap(({ name }) => columns.map((column) => `${name}-${column}`));
  const against = choice.against;
  const changed =
    against === undefined
      ? undefined
      : await progress.step('Compare', () => comparePictures(browser, folder, path.resolve(against), names));
  writeFileSync(path.join(folder, 'index.html'), sheetIndex(rows, columns, changed));
  for (const { title, findings } of rows) for (const finding of findings) progress.say(`${title}, ${finding}`);
  if (changed) progress.say(`${changed.length} of ${names.length} pictures changed`);
  return rows.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** Fixes language, time zone and motion, so that results are the same on every machine. */
function pictureContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' });
}

/** Opens the page once, and changes the theme under it as VS Code does. */
async function takePictures(
  context: BrowserContext,
  pages: Pages,
  state: SheetState,
  width: number,
  themes: readonly ThemeName[],
  picture: (theme: ThemeName) => string,
  language?: string,
): Promise<string[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  await page.setViewportSize({ width, height });
  await page.clock.setFixedTime(now);
  const [first = 'light'] = themes;
  try {
    const words = language === 'de' ? 'de' : undefined;
    await state.show(new SheetView(page, pages.address, first, state.state === 'right to left' ? 'rtl' : words));
  } catch (error) {
    await page.screenshot({ path: picture(first) });
    found.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  for (const theme of themes) {
    await setTheme(page, theme);
    await settle(page);
    await page.screenshot({ path: picture(theme), caret: 'hide' });
    // only the colors differ in other themes
    const rules = theme === first ? undefined : ['color-contrast'];
    const wrong = [...(await axeViolations(page.mainFrame(), rules)), ...(await misfits(page))];
    found.push(...wrong.map((one) => (theme === first ? one : `${theme}: ${one}`)));
  }
  await page.close();
  return [...new Set(found.map((one) => one.replaceAll(/\s+/g, ' ').slice(0, 300)))];
}

/** Changes the theme of a page that is shown. */
async function setTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(`document.querySelector('style').textContent = ${JSON.stringify(chartThemeCss(theme))};
    document.body.className = '${bodyClasses[theme]}';`);
}

/** Waits until the DOM stops changing. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const end = performance.now() + 2000;
    let timer = setTimeout(resolve, 80);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, performance.now() > end ? 0 : 80);
    };
    const watcher = new MutationObserver(again);
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    watcher.observe(document.body, options);
    for (const one of document.querySelectorAll('*')) if (one.shadowRoot) watcher.observe(one.shadowRoot, options);
    void document.fonts.ready.then(again);
  })`);
}

function nameOf(state: SheetState): string {
  return titleOf(state).replaceAll(', ', '-').replaceAll(' ', '_').toLowerCase();
}
