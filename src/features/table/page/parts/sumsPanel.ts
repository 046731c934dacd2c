import { html, type TemplateResult } from 'lit/html.js';
import { formatNumber } from '../../../../model/formatNumber.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { TableHost } from '../../tableProtocol.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import { tableWords } from '../tableWords.ts';

/** Sums of one column; dates have no sum and no average. */
export interface SummedColumn {
  readonly column: Column;
  readonly sum?: string;
  readonly average?: string;
  readonly min: string;
  readonly max: string;
  readonly count: number;
}

export interface SumsPanelOptions {
  readonly popover: { open(title: string, at: null, content: () => TemplateResult): void };
  readonly host: Pick<TableHost, 'notify'>;
  readonly formatter: Pick<CellFormatter, 'number' | 'isNumeric' | 'textOf'>;
}

/** Shows sums by column, to read and to copy. */
export function showSums(sums: readonly SummedColumn[], { popover, host, formatter }: SumsPanelOptions): void {
  const { sumHead, averageHead, leastHead, greatestHead, countHead } = tableWords;
  const heads = [sumHead, averageHead, leastHead, greatestHead, countHead];
  const valuesOf = ({ sum = '', average = '', min, max }: SummedColumn): string[] => [sum, average, min, max];
  const lines = sums.map((one) => [one.column.label, ...valuesOf(one), String(one.count)]);
  const text = [['', ...heads], ...lines].map((cells) => cells.join('\t')).join('\n');
  const shown = (value: string, column: Column): string =>
    formatter.isNumeric(column) ? formatter.number(value, column) : value && formatter.textOf(value, column);
  popover.open(
    tableWords.sumsTitle,
    null,
    () =>
      html`<div class="sums" tabindex="0" role="group" aria-label=${tableWords.sumsTitle}>
          <table>
            <thead>
              <tr>
                <td></td>
                ${heads.map((head) => html`<th scope="col">${head}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${sums.map(
                (one) =>
                  html`<tr>
                    <th scope="row">${one.column.label}</th>
                    ${valuesOf(one).map((value) => html`<td>${shown(value, one.column)}</td>`)}
                    <td>${formatNumber(one.count)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        <button type="button" class="plain" @click=${() => host.notify.copy({ text })}>${tableWords.copySums}</button>`,
  );
}
