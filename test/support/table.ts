import type { FrameLocator, Locator, Page } from 'playwright-core';
import { openView, tree, webview } from './workbench.ts';

/** A table as the user sees it. */
export interface TableOnScreen {
  readonly frame: FrameLocator;
  readonly grid: Locator;
  readonly status: Locator;
  readonly search: Locator;
  /** A cell by its one-based row below the header and its column's label. */
  cell(row: number, column: string): Promise<Locator>;
  /** The check box that selects a row. */
  check(row: number): Locator;
}

/** Opens a list view with the mouse, from the tree. */
export async function openListView(page: Page, name: string, controller = 'leads'): Promise<TableOnScreen> {
  await openView(page, 'Recordbench');
  const holder = tree(page).and(page.locator('[aria-level="2"]')).filter({ hasText: controller }).first();
  await holder.waitFor();
  const line = tree(page).filter({ hasText: name }).first();
  if ((await holder.getAttribute('aria-expanded')) !== 'true') await holder.click();
  await line.waitFor();
  // the tooltip of the hovered item would cover others
  await page.mouse.move(0, 0);
  await page.locator('.monaco-hover:visible').first().waitFor({ state: 'detached' });
  await line.click();
  return tableOnScreen(page);
}

export async function tableOnScreen(page: Page): Promise<TableOnScreen> {
  const frame = webview(page);
  const grid = frame.getByRole('grid');
  // a chart's grid is shown on demand
  await frame.getByRole('searchbox', { name: 'Search' }).waitFor();
  return {
    frame,
    grid,
    status: frame.getByRole('status'),
    search: frame.getByRole('searchbox', { name: 'Search' }),
    check: (row) => grid.locator(`[role=row][aria-rowindex="${row + 1}"] .check`),
    cell: async (row, column) => {
      const header = grid.getByRole('columnheader', { name: column, exact: true });
      const index = await header.first().getAttribute('aria-colindex');
      return grid.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${index}"]`);
    },
  };
}
