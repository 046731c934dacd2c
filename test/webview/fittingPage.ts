import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PageSize } from './openedPages.ts';
import { cutOff } from './pseudoPage.ts';

/** The space next to the side bar in a window of 1,280 pixels at 200 %. */
export const doubled: PageSize = { width: 320, height: 400, scale: 2 };

/**
 * Asserts that nothing scrolls sideways, that every control can be reached with Tab and is visible when focused, and
 * that nothing moves.
 */
export async function assertFitsWithoutMotion(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate(overflowing), [], 'wider than the page');
  assert.deepEqual(await page.evaluate(hidden), [], 'not seen when it has the focus');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await page.evaluate(moving), [], 'moves for the system');
  await page.emulateMedia({ reducedMotion: null });
  // set by VS Code when its own setting reduces motion
  await page.evaluate(`document.body.classList.add('vscode-reduce-motion')`);
  assert.deepEqual(await page.evaluate(moving), [], 'moves for VS Code');
}

/** Text that can't be read, or only by scrolling sideways: cut off, overlapping, or wider than the page. */
export async function misfits(page: Page): Promise<string[]> {
  const found = [
    await page.evaluate<string[]>(overflowing),
    await cutOff(page),
    await page.evaluate<string[]>(overlapping),
  ];
  return found.flat();
}

const named = `const name = (one) => one.localName + '.' + one.className + ' ' + (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40);`;

/** Boxes that scroll on their own, such as a table, may have wider content. */
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

/**
 * Text painted over other text, and boxes that scroll sideways although they are neither tables nor text. Layers with
 * their own background, such as a menu or a sticky header, may overlap.
 */
const overlapping = `(() => {
  ${named}
  const within = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
  const parentOf = (one) => one.parentElement ?? (one.getRootNode().host || null);
  const isOwnGround = ({ position, backgroundColor, backgroundImage }) =>
    position !== 'static' && position !== 'relative' && (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none');
  const texts = [];
  for (const element of within(document.body)) {
    if (/^(?:script|style|option|optgroup|title)$/.test(element.localName) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    if (words.length === 0) continue;
    let [left, top, right, bottom, layer] = [0, 0, innerWidth, innerHeight, undefined];
    for (let around = element; around; around = parentOf(around)) {
      const style = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      if (style.clipPath !== 'none') right = left;
      if (style.overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (isOwnGround(style)) layer ??= around;
    }
    for (const node of words) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const seen = { left: Math.max(left, box.left) + 1, right: Math.min(right, box.right) - 1, top: Math.max(top, box.top) + 3, bottom: Math.min(bottom, box.bottom) - 3 };
        if (seen.right > seen.left && seen.bottom > seen.top) texts.push({ ...seen, layer, node, element });
      }
    }
  }
  texts.sort((a, b) => a.top - b.top);
  const found = new Set();
  texts.forEach((one, place) => {
    for (let next = place + 1; next < texts.length && texts[next].top < one.bottom; next++) {
      const other = texts[next];
      if (other.node !== one.node && other.layer === one.layer && other.left < one.right && one.left < other.right)
        found.add('“' + one.node.data.trim().slice(0, 30) + '” stands over “' + other.node.data.trim().slice(0, 30) + '”');
    }
  });
  for (const box of document.querySelectorAll('*')) {
    if (box.matches('textarea, input, select, pre, [role=grid], [role=table], .list') || box.scrollWidth <= box.clientWidth + 1 || !box.checkVisibility()) continue;
    if (/auto|scroll/.test(getComputedStyle(box).overflowX)) found.add('scrolls sideways: ' + name(box));
  }
  return [...found];
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
