import { html, nothing } from 'lit/html.js';
import { formatNumber } from '../../../model/formatNumber.ts';
import type { GridView } from '../grid/gridView.ts';
import type { Popover } from '../parts/popover.ts';
import type { TableModel } from '../tableModel.ts';
import { tableWords } from '../tableWords.ts';
import type { RefusedText } from './refusedCells.ts';

/** More than anybody reads. */
const most = 200;

/** What did not fit, cell by cell, with the way to each of them. */
export function showRefused(popover: Popover, table: TableModel, grid: GridView): void {
  popover.open(tableWords.refusedTitle, null, () => {
    const { all } = table.refusedCells;
    const goTo = ({ cell }: RefusedText): void => {
      const row = indexOf(table, cell?.id);
      const column = table.columns.findIndex(({ column: { key } }) => key === cell?.column);
      popover.close();
      if (row >= 0 && column >= 0) grid.setActive({ row, column });
    };
    return html`<ul class="refusedlist">
        ${all.slice(0, most).map((one) => {
          const where = tableWords.refusedRow(one.row, one.label);
          return html`<li>
            ${
              one.cell
                ? html`<button type="button" class="linklike" @click=${() => goTo(one)}>${where}</button>`
                : html`<span>${where}</span>`
            }
            <span dir="auto">${tableWords.notTaken(one.text, one.why)}</span>
          </li>`;
        })}
        ${all.length > most ? html`<li>${tableWords.moreRefused(formatNumber(all.length - most))}</li>` : nothing}
      </ul>
      <button
        type="button"
        class="plain"
        @click=${() => {
          table.refuse([]);
          popover.close();
        }}
      >
        ${tableWords.dismiss}
      </button>`;
  });
}

/** Among the rows that are at hand. */
function indexOf(table: TableModel, id: string | undefined): number {
  for (let index = 0; index < table.length; index++) if (table.row(index)?.id === id) return index;
  return -1;
}
