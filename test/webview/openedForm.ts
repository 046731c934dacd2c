import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../src/model/json.ts';
import type { FormStart } from '../../src/features/form/formProtocol.ts';
import { startOf } from './formSamples.ts';
import { describePages, ScriptedPage } from './openedPages.ts';
import type { ThemeName } from './themes.ts';

export interface OpenOptions {
  readonly start?: FormStart;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  /** Uses the pseudo-language. */
  readonly isPseudo?: boolean;
}

interface EditParams {
  readonly changes: readonly { readonly at: readonly string[]; readonly value?: unknown }[];
}

/** A form in a page without VS Code, with a host controlled by the test. */
export class OpenedForm extends ScriptedPage {
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  /** The element around a field's control. */
  around(label: string): Locator {
    return this.page.locator('.field').filter({ has: this.page.getByText(label, { exact: true }) });
  }

  get notices(): Locator {
    return this.page.locator('.notices');
  }

  asked<T = unknown>(name: string): Promise<T[]> {
    return this.page.evaluate(`testHost.asked.filter(({ name }) => name === '${name}').map(({ params }) => params)`);
  }

  values(): Promise<JsonObject> {
    return this.page.evaluate('testHost.values');
  }

  /** The edits received so far, as "path=value". */
  async edits(): Promise<string[]> {
    const asked = await this.asked<EditParams>('edit');
    return asked.map(({ changes }) =>
      changes.map(({ at, value }) => `${at.join('.')}=${JSON.stringify(value)}`).join(' '),
    );
  }

  /** Waits, since edits arrive asynchronously. */
  async hasEdits(expected: readonly string[]): Promise<void> {
    await this.until(`${expected.length} edits`, async () => (await this.edits()).length >= expected.length);
    assert.deepEqual(await this.edits(), expected);
  }

  /** The accessible description and states of a field, besides its name and value. */
  async description(label: string): Promise<string> {
    const ids = (await this.field(label).getAttribute('aria-describedby')) ?? '';
    if (ids === '') return '';
    const said = ids.split(' ').map((id) => this.page.locator(`[id="${id}"]`).textContent());
    return (await Promise.all(said)).join(' | ');
  }

  /** Types into several fields and leaves each, synchronously. */
  typeAtOnce(typed: readonly (readonly [label: string, text: string])[]): Promise<void> {
    return this.page.evaluate(`for (const [label, text] of ${JSON.stringify(typed)}) {
      const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
      found.control.focus();
      found.control.value = text;
      found.control.dispatchEvent(new Event('input', { bubbles: true }));
      found.control.blur();
    }`);
  }

  /** Suspends timers, so that nothing is sent, until `work` is done. */
  async withoutTime(work: () => Promise<void>): Promise<void> {
    await this.page.evaluate('window.realTimeout = window.setTimeout; window.setTimeout = () => 0');
    await work();
    await this.page.evaluate('window.setTimeout = window.realTimeout');
  }

  async isFocused(label: string): Promise<void> {
    await this.field(label).and(this.page.locator(':focus')).waitFor();
  }

  scrollTop(): Promise<number> {
    return this.page.evaluate("document.querySelector('.scroller').scrollTop");
  }
}

/** A `describe` whose tests open forms. */
export function describeForm(
  title: string,
  define: (open: (options?: OpenOptions) => Promise<OpenedForm>) => void,
): void {
  describePages(title, (open) =>
    define(async ({ start = startOf(), theme = 'dark', width = 1_000, height = 700, scale = 1, isPseudo } = {}) => {
      const { page, address } = await open({ width, height, scale });
      await page.addInitScript(`window.formStart = ${JSON.stringify(start)}`);
      await page.goto(address(theme, { page: 'form', ...(isPseudo && { pseudo: 1 }) }));
      await page.locator('.scroller h1').waitFor();
      return new OpenedForm(page);
    }),
  );
}
