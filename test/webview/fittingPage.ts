import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PageSize } from './openedPages.ts';

/** What is left for a page beside the side bar when a window of 1,280 pixels is shown at 200 %. */
export const doubled: PageSize = { width: 320, height: 400, scale: 2 };

/** Nothing has to be scrolled sideways, every control can be reached with Tab and is seen then, and nothing moves. */
export async function fitsAndRests(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate(overflowing), [], 'wider than the page');
  assert.deepEqual(await page.evaluate(hidden), [], 'not seen when it has the focus');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await page.evaluate(moving), [], 'moves for the system');
  await page.emulateMedia({ reducedMotion: null });
  // what VS Code says when its own setting asks for less motion
  await page.evaluate(`document.body.classList.add('vscode-reduce-motion')`);
  assert.deepEqual(await page.evaluate(moving), [], 'moves for VS Code');
}

const named = `const name = (one) => one.localName + '.' + one.className + ' ' + (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40);`;

/** Boxes that scroll by themselves, such as a table, may hold what is wider. */
const overflowing = `(() => {
  ${named}
  const scrolls = (one) => one && one !== document.body && (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const wide = document.documentElement.scrollWidth - innerWidth;
  const out = [...document.body.querySelectorAll('*')].filter((one) => {
    const { right, width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && right > innerWidth + 1 && !scrolls(one.parentElement) && one.checkVisibility();
  });
  return [...(wide > 0 ? [wide + ' pixels'] : []), ...out.map(name)];
})()`;

const hidden = `(() => {
  ${named}
  const controls = [...document.querySelectorAll('button, input, select, textarea, a[href], summary, [tabindex="0"]')];
  return controls.filter((one) => {
    if (one.disabled || one.tabIndex < 0 || !one.checkVisibility()) return false;
    one.focus();
    if (document.activeElement !== one) return false;
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const inside = [[left + right, top + bottom], [2 * left + 4, 2 * top + 4], [2 * left + 4, 2 * bottom - 4]]
      .map(([x, y]) => document.elementFromPoint(x / 2, y / 2));
    return !inside.some((found) => found && (one.contains(found) || found.contains(one)));
  }).map(name);
})()`;

const moving = `(() => {
  ${named}
  const moves = ({ animationName, transitionDuration }) =>
    animationName !== 'none' || transitionDuration.split(',').some((time) => parseFloat(time) > 0);
  return [...document.querySelectorAll('*')]
    .filter((one) => ['', '::before', '::after'].some((part) => moves(getComputedStyle(one, part))))
    .map(name);
})()`;
