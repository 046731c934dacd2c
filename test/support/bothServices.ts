import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axeViolations, rulesIn, webviewFrame } from './axeRun.ts';
import { interfaceService, type InterfaceService, type ServedView } from './interfaceService.ts';
import { type TableOnScreen, tableOnScreen } from './table.ts';
import { chooseTheme, openView, runCommand, tree } from './workbench.ts';

/** Settings of a window with the demo and a service that has only the documented interface. */
export interface BothServices {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Ends by itself with the tests of the file. */
  readonly plain: () => InterfaceService;
}

export const plainList = 'Every Lead';

/** Call inside `describe`: the service starts before its tests, with this many leads. */
export function bothServices(leads: number): BothServices {
  // a held page must not time out on a slow machine
  const connection = { id: 'plain', name: 'Plain', baseUrl: '', timeoutSeconds: 600 };
  let service: InterfaceService | undefined;
  before(async () => {
    const view = (controller: string, name: string): ServedView => {
      return { id: name.toLowerCase().replaceAll(' ', '-'), controller, name, isDefault: true, shows: () => true };
    };
    const users = view('access_controls/users', 'Every User');
    service = await interfaceService({ views: [view('crm/leads', plainList), view('crm/peoples', 'Everyone'), users] });
    connection.baseUrl = service.url;
    const records = service.records.get('crm/leads');
    const [sample] = records?.values() ?? [];
    for (let place = records?.size ?? 0; place < leads; place++) {
      const [first_name, score] = [place % 3 === 0 ? 'Ändi' : 'Bo', String(place)];
      records?.set(`x${place}`, { ...sample, id: `x${place}`, first_name, last_name: `Extra ${place}`, score });
    }
  });
  after(() => service?.close());
  return {
    settings: { 'recordbench.demo.autoStart': true, 'recordbench.connections': [connection] },
    plain: () => service ?? assert.fail('there is no service'),
  };
}

/** Opens a list view of any connection by its name. */
export async function openByName(page: Page, name: string): Promise<TableOnScreen> {
  await openView(page, 'Recordbench');
  // only the demo has accounts
  await tree(page).filter({ hasText: 'accounts' }).first().waitFor();
  await runCommand(page, 'Recordbench: Open List View…');
  const box = page.locator('.quick-input-widget');
  await box.getByPlaceholder('Which list view?').fill(name);
  await box.locator('.monaco-list-row', { hasText: name }).first().click();
  await page.locator('.tab.active', { hasText: name }).waitFor();
  const table = await tableOnScreen(page);
  await table.grid.getByRole('gridcell').first().waitFor();
  return table;
}

/**
 * Holds the pages from this one on until the returned function is called, which disconnects them: the client requests
 * them again.
 */
export function holdPages(service: InterfaceService, from: number): () => void {
  const held: (() => void)[] = [];
  service.trouble = ({ path, query }, response) => {
    if (!path.includes('/crm/leads/index') || Number(query.get('page')) < from) return false;
    held.push(() => response.destroy());
    return true;
  };
  return () => {
    service.trouble = undefined;
    for (const end of held) end();
  };
}

const themes = ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'];
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 700, height: 800 } };

/**
 * In each theme, wide and narrow: runs the steps, then checks that axe finds nothing, that the page doesn't scroll
 * sideways, and that this is in view.
 */
export async function inEveryTheme(page: Page, steps: () => Promise<Locator>): Promise<void> {
  for (const theme of themes) {
    await chooseTheme(page, theme);
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      const shown = await steps();
      await shown.waitFor();
      const frame = await webviewFrame(page, 'recordbench-table');
      const where = `${theme}, ${size.width} pixels wide`;
      assert.deepEqual(await axeViolations(frame, rulesIn(theme === themes[0] ? 'dark' : theme)), [], where);
      const root = '(document.scrollingElement ?? document.body)';
      assert.equal(await frame.evaluate(`${root}.scrollWidth > ${root}.clientWidth`), false, where);
      await shown.scrollIntoViewIfNeeded();
      const box = await shown.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= size.width, `${where}: ${JSON.stringify(box)}`);
    }
  }
  await page.setViewportSize(sizes.wide);
  await chooseTheme(page, themes[0]!);
}
