import { html, nothing, render } from 'lit/html.js';
import type { PeekedRecord } from '../../model/form/shownValue.ts';
import type { TableHost } from '../../protocol/tableProtocol.ts';
import type { CellFormatter } from './cellFormatter.ts';
import type { GridView } from './grid/gridView.ts';
import type { TableModel } from './tableModel.ts';

/** As long as VS Code waits before it shows a hover. */
const dwell = 300;

export interface ReferencePeekOptions {
  readonly table: TableModel;
  readonly grid: GridView;
  readonly host: Pick<TableHost, 'call'>;
  readonly formatter: Pick<CellFormatter, 'learnName'>;
}

/** A card of the record that a cell points at, while the mouse rests on the cell. */
export class ReferencePeek {
  readonly #element = document.createElement('div');
  readonly #options: ReferencePeekOptions;
  #cell: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReferencePeekOptions) {
    this.#options = options;
    this.#element.className = 'peek floating';
    this.#element.role = 'tooltip';
    this.#element.hidden = true;
    const { element } = options.grid;
    element.addEventListener('pointerover', ({ target }) => this.#enter(target as Element));
    element.addEventListener('pointerleave', () => this.#leave());
    for (const event of ['keydown', 'pointerdown', 'wheel'])
      element.addEventListener(event, () => this.#leave(), { passive: true });
  }

  #enter(target: Element): void {
    const cell = target.closest<HTMLElement>('[role=gridcell]');
    if (cell === this.#cell) return;
    this.#leave();
    this.#cell = cell;
    const { table, grid, host, formatter } = this.#options;
    const at = cell && grid.cellAt(cell);
    const [row, column] = [at && table.row(at.row), at && table.columns[at.column]];
    if (!cell || !row || row.id === null || !column || table.filters.kind(column.column) !== 'reference') return;
    if (!table.value(row, column)) return;
    const { id } = row;
    this.#timer = setTimeout(() => {
      host.call.peek({ id, column: column.column.key }).then(
        (record) => {
          if (!record) return;
          if (formatter.learnName(column.column, record.id, record.name)) grid.update();
          if (this.#cell === cell) this.#show(cell, record);
        },
        () => undefined,
      );
    }, dwell);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#cell = null;
    this.#element.hidden = true;
  }

  #show(cell: HTMLElement, { name, id, lines }: PeekedRecord): void {
    render(
      html`<strong dir="auto">${name || id}</strong> ${
          lines.length > 0
            ? html`<dl>
                ${lines.map(
                  ({ label, value }) =>
                    html`<dt dir="auto">${label}</dt>
                      <dd dir="auto">${value}</dd>`,
                )}
              </dl>`
            : nothing
        }`,
      this.#element,
    );
    this.#element.hidden = false;
    this.#options.grid.element.after(this.#element);
    const { left, top, bottom } = cell.getBoundingClientRect();
    const { offsetHeight, offsetWidth, style } = this.#element;
    style.left = `${Math.max(0, Math.min(left, innerWidth - offsetWidth))}px`;
    style.top = `${bottom + offsetHeight <= innerHeight ? bottom : Math.max(0, top - offsetHeight)}px`;
  }
}
