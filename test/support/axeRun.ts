import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** What depends on the colors of a theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Rules for a page that is checked in every theme: all of them in one, and those about colors in the others. */
export function rulesIn(theme: string): readonly string[] | undefined {
  return theme === 'dark' ? undefined : colorRules;
}

/** The axe violations in a frame, one line per element; for all rules or the named ones. */
export async function axeViolations(frame: Frame, rules?: readonly string[]): Promise<string[]> {
  if (!(await frame.evaluate(`'axe' in globalThis`))) await frame.evaluate(axe.source);
  const found = await frame.evaluate(async (runOnly) => {
    const { axe: inPage } = globalThis as unknown as { axe: { run(how: object): Promise<{ violations: Found[] }> } };
    return (await inPage.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations;
  }, rules);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Waits for the page inside the webview whose element is called `element`. */
export async function webviewFrame(page: Page, element: string): Promise<Frame> {
  for (let turn = 0; turn < 100; turn++) {
    for (const frame of page.frames().filter((one) => one.url().includes('fake.html')))
      if (
        (await frame
          .locator(`${element} > *`)
          .count()
          .catch(() => 0)) > 0
      )
        return frame;
    await page.waitForTimeout(100);
  }
  throw new Error(`No webview shows ${element}.`);
}
