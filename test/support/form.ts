import type { FrameLocator, Locator, Page } from 'playwright-core';
import { webview } from './workbench.ts';

/** A form as the user sees it. */
export interface FormOnScreen {
  readonly frame: FrameLocator;
  /** A field by its label. */
  field(label: string): Locator;
  button(name: string): Locator;
}

/** Waits until the form of the record with this name can be used. */
export async function formOnScreen(page: Page, name: string): Promise<FormOnScreen> {
  const frame = webview(page);
  await frame.getByRole('heading', { name, exact: true }).first().waitFor();
  return {
    frame,
    field: (label) => frame.getByLabel(label, { exact: true }),
    button: (label) => frame.getByRole('button', { name: label, exact: true }),
  };
}

/** Waits until the field holds the text: text typed elsewhere arrives asynchronously. */
export async function holds(field: Locator, text: string): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    if ((await field.inputValue()) === text) return;
    await field.page().waitForTimeout(50);
  }
  throw new Error(`waited in vain for “${text}”; the field holds “${await field.inputValue()}”`);
}
