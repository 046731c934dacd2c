import { html } from 'lit/html.js';
import { count, words } from '../words.ts';
import type { Popover } from './popover.ts';

/** Asks for the number of a row. */
export function askForRow(popover: Popover, anchor: Element | null, last: number, go: (row: number) => void): void {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input');
    const row = Math.round(Number(field?.value.replaceAll(/[\s,.’']/g, '')));
    if (!Number.isFinite(row) || row < 1) return field?.select();
    popover.close();
    go(Math.min(row, last));
  };
  popover.open(
    words.goToRow,
    anchor,
    () =>
      html`<form class="gotorow" @submit=${submit}>
        <label>${words.rowNumber(count(last))}<input inputmode="numeric" autocomplete="off" /></label>
        <button class="plain" type="submit">${words.go}</button>
      </form>`,
  );
  popover.element.querySelector('input')?.focus();
}
