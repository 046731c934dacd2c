import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { keptFolder } from './projectPaths.ts';
import { beginJourney, endJourney, type Journey, type JourneyOptions } from './sharedVsCode.ts';

export type { Journey } from './sharedVsCode.ts';

const failures = path.join(keptFolder, 'failures');

/**
 * A `describe` with a VS Code and browser window that have no state from others (see `sharedVsCode.ts`). `define` gets a
 * function that returns them, for use inside `it`.
 * Pass options as a function if they are known only after something else has started.
 * When a test fails, a screenshot and VS Code's output are kept in `.vscode-test/failures`.
 */
export function describeJourney(
  title: string,
  options: JourneyOptions | (() => JourneyOptions),
  define: (journey: () => Journey) => void,
): void {
  describe(title, () => {
    let current: Journey | undefined;
    let chosen: JourneyOptions = {};
    const journey = (): Journey => {
      if (!current) throw new Error('The journey has not begun.');
      return current;
    };

    before(async function () {
      chosen = typeof options === 'function' ? options() : options;
      current = await beginJourney(chosen);
    });

    afterEach(async function () {
      if (this.currentTest?.state === 'failed' && current) await keepFailure(current, this.currentTest.fullTitle());
    });

    after(async function () {
      const suite = this.test?.parent;
      if (current) await endJourney(current, chosen, !suite || !allPassed(suite));
    });

    define(journey);
  });
}

function allPassed({ tests, suites }: Mocha.Suite): boolean {
  return tests.every(({ state }) => state === 'passed') && suites.every(allPassed);
}

async function keepFailure({ page, vsCode }: Journey, title: string): Promise<void> {
  const name = path.join(failures, title.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase());
  mkdirSync(failures, { recursive: true });
  writeFileSync(`${name}.log`, vsCode.output());
  await page.screenshot({ path: `${name}.png` });
  console.log(`      picture: ${path.relative(process.cwd(), `${name}.png`)}`);
  for (const line of await describeScreen(page)) console.log(`      ${line}`);
}

/** The screenshot as text, for a log that outlives the machine. */
async function describeScreen(page: Page): Promise<readonly string[]> {
  const parts = ['.tab.active', '.notification-list-item-message', '.monaco-dialog-box', '.quick-input-widget'];
  const shown = await Promise.all(
    parts.map(async (selector) => {
      const texts = await page.locator(selector).filter({ visible: true }).allInnerTexts();
      return texts.map((text) => `${selector}: ${shorten(text)}`);
    }),
  );
  const frames = page.frames().slice(1);
  const innerText = (frame: Frame): Promise<string> =>
    frame
      .locator('body')
      .innerText({ timeout: 1_000 })
      .catch(() => ''); // it may be closing
  const texts = await Promise.all(frames.map(innerText));
  return [...shown.flat(), ...texts.filter((text) => text !== '').map((text) => `page: ${shorten(text)}`)];
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 400);
}
