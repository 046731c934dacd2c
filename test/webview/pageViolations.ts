import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeViolations, rulesIn } from '../support/axeRun.ts';
import { inProject } from '../support/projectPaths.ts';
import type { ThemeName } from './themes.ts';

/** Of every script and style that the pages may use. */
export const nonce = 'cmVjb3JkYmVuY2g';

/** Where the servers of the pages offer axe. The browser compiles such a script once for all pages. */
export const axePath = '/axe.js';

export function axeScript(): Buffer {
  return readFileSync(inProject('node_modules/axe-core/axe.min.js'));
}

/** The axe violations on a page: of all rules, or of those for its theme if it is shown in all of them. */
export async function pageViolations(page: Page, theme?: ThemeName): Promise<string[]> {
  await page.evaluate(`'axe' in globalThis || new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = '${nonce}';
    script.src = '${axePath}';
    script.onload = () => resolve(true);
    script.onerror = () => reject(new Error('axe was not loaded'));
    document.head.append(script);
  })`);
  return axeViolations(page.mainFrame(), theme && rulesIn(theme));
}
