import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ChartKind } from '../../model/list/listView.ts';
import type { Column } from '../../model/list/recordPage.ts';
import type { ChartChoice, TableRow } from '../../protocol/tableProtocol.ts';
import { type ChartContent, type DrawnContent, nextPoint } from './data/chartContent.ts';
import {
  announce,
  chartKinds,
  type ChartOptions,
  chartOptions,
  type ChartSource,
  readChart,
  summarize,
} from './chartKinds.ts';
import { survey } from './data/chartSeries.ts';
import { pngOf, ChartStage } from './chartStage.ts';
import { chartStyles } from './chartStyles.ts';
import { chartWords } from './chartWords.ts';
import { numberText } from './data/chartNumber.ts';

/** A point was clicked, or chosen with Enter: the row that it comes from, by its place among `rows`, and the column that names it. */
export type ChartPointEvent = CustomEvent<{ readonly row: number; readonly labelKey?: string }>;

/** Something else is to be drawn from now on, for the list view to remember. */
export type ChartChoiceEvent = CustomEvent<ChartChoice>;

const given = ['kind', 'helper', 'columns', 'rows', 'total', 'choice'];

/** A list view as a chart. Nothing is read or drawn while it cannot be seen. */
export class ChartElement extends LitElement {
  static override readonly styles = chartStyles;
  static override readonly properties = {
    ...Object.fromEntries(['title', ...given].map((name) => [name, { attribute: false }])),
    point: { state: true },
    isWalking: { state: true },
    isOpen: { state: true },
  };

  declare kind: ChartKind;
  /** Of the list view. */
  declare title: string;
  /** What the service calls the chart; for one that is not known. */
  declare helper: string;
  declare columns: readonly Column[];
  declare rows: readonly TableRow[];
  /** How many records there are; null when that is not known. The chart tells when it has not all of them. */
  declare total: number | null;
  /** What the person chose to see; the rest is guessed. */
  declare choice: ChartChoice | undefined;
  /** Where the arrow keys went; it is marked while they can go on. */
  declare protected point: number | null;
  declare protected isWalking: boolean;
  declare protected isOpen: boolean;

  readonly #stage = new ChartStage((point) => this.#chosen(point));
  readonly #resized = new ResizeObserver(() => this.#lookedAt());
  #content: ChartContent = { kind: 'nothing', sentence: '' };
  #options: readonly ChartOptions[] = [];
  #isStale = true;

  constructor() {
    super();
    this.kind = 'other';
    this.title = '';
    this.helper = '';
    this.columns = [];
    this.rows = [];
    this.total = null;
    this.choice = undefined;
    this.point = null;
    this.isWalking = false;
    this.isOpen = false;
  }

  /** False when there is a sentence in its place: nothing can be exported then. */
  get hasChart(): boolean {
    this.#readAgain();
    return this.#content.kind !== 'nothing';
  }

  exportSvg(): string {
    return this.#stage.svg(this.title);
  }

  async exportPng(): Promise<Uint8Array> {
    return pngOf(this.exportSvg());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#stage.clear();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (given.some((name) => changed.has(name))) this.#isStale = true;
    if (changed.has('kind') || changed.has('rows')) this.point = null;
    if (this.offsetWidth > 0) this.#readAgain();
  }

  protected override render(): TemplateResult {
    const content = this.#content;
    if (content.kind === 'nothing')
      return html`${this.#choices()}
        <p class="sentence">${content.sentence}</p>`;
    const summary = summarize(content, this.title);
    return html`
      ${this.#choices()}
      <div
        class="walk"
        role="application"
        aria-roledescription=${chartKinds[content.kind].name()}
        aria-label=${chartWords.walk(this.title)}
        aria-describedby="how"
        tabindex="0"
        @keydown=${this.#pressed}
        @focus=${() => (this.isWalking = true)}
        @blur=${() => (this.isWalking = false)}
      >
        <div class="picture" role="img" aria-label=${summary}></div>
      </div>
      <div id="how" class="unseen">${chartWords.howToWalk}</div>
      <div class="unseen" aria-live="polite">${this.#marked === null ? '' : announce(content, this.#marked)}</div>
      ${
        content.notes.length > 0
          ? html`<ul class="notes" tabindex="0" aria-label=${chartWords.notes}>
              ${content.notes.map((note) => html`<li>${note}</li>`)}
            </ul>`
          : nothing
      }
      ${numbersTable(content, summary, this.isOpen, (isOpen) => (this.isOpen = isOpen))}
    `;
  }

  protected override updated(): void {
    const root = this.renderRoot.querySelector<HTMLElement>('.walk');
    if (root && this.#content.kind !== 'nothing' && this.isConnected) this.#stage.show(this.#content, root);
    else this.#stage.clear();
    this.#stage.mark(this.#marked);
  }

  get #marked(): number | null {
    return this.isWalking ? this.point : null;
  }

  #lookedAt(): void {
    if (this.#isStale && this.offsetWidth > 0) this.requestUpdate();
  }

  /** Once for each change. */
  #readAgain(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    const { kind, helper, columns, rows, total, choice = {} } = this;
    const source: ChartSource = { kind, helper, surveyed: survey(columns, rows), rows, choice };
    const content = readChart(source);
    this.#options = chartOptions(source, content);
    const isPart = content.kind !== 'nothing' && total !== null && total > rows.length;
    this.#content = isPart
      ? { ...content, notes: [chartWords.firstRows(rows.length, total), ...content.notes] }
      : content;
  }

  #choices(): TemplateResult | typeof nothing {
    if (this.#options.length === 0) return nothing;
    const labels = { group: chartWords.groupBy, measure: chartWords.measure };
    return html`<div class="choices">
      ${this.#options.map(
        ({ part, options, chosen }) =>
          html`<label>
            ${labels[part]}
            <select
              .selectedIndex=${chosen}
              @change=${(event: Event) => this.#choose(part, options[(event.target as HTMLSelectElement).selectedIndex]?.value)}
            >
              ${options.map(({ text }, index) => html`<option ?selected=${index === chosen}>${text}</option>`)}
            </select>
          </label>`,
      )}
    </div>`;
  }

  #choose(part: keyof ChartChoice, value: string | null | undefined): void {
    const { [part]: _, ...others } = this.choice ?? {};
    this.choice = value === undefined ? others : { ...others, [part]: value };
    this.dispatchEvent(new CustomEvent('chart-choice', { detail: this.choice }));
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#content.kind === 'nothing') return;
    const isChosen = event.key === 'Enter' || event.key === ' ';
    const next = isChosen ? this.point : nextPoint(event.key, this.point, this.#content.points.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.point = next;
    if (isChosen && next !== null) this.#chosen(next);
  };

  #chosen(point: number): void {
    if (this.#content.kind === 'nothing') return;
    const { points, labelKey } = this.#content;
    const row = points[point]?.row ?? null;
    if (row === null) return; // the rest of a pie is no row
    this.dispatchEvent(new CustomEvent('chart-point', { detail: { row, labelKey }, bubbles: true, composed: true }));
  }
}

customElements.define('recordbench-chart', ChartElement);

declare global {
  interface HTMLElementTagNameMap {
    'recordbench-chart': ChartElement;
  }
  interface HTMLElementEventMap {
    'chart-choice': ChartChoiceEvent;
    'chart-point': ChartPointEvent;
  }
}

/** The same numbers as a table, for whoever reads better than sees. Nothing is made of it while it is closed. */
function numbersTable(
  content: DrawnContent,
  summary: string,
  isOpen: boolean,
  toggled: (isOpen: boolean) => void,
): TemplateResult {
  const changed = (event: Event): void => toggled((event.target as HTMLDetailsElement).open);
  return html`<details .open=${isOpen} @toggle=${changed}>
    <summary>${chartWords.numbers}</summary>
    ${
      isOpen
        ? html`<div class="numbers" role="region" aria-label=${chartWords.numbers} tabindex="0">
            <table>
              <caption class="unseen">
                ${summary}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${content.labelName}</th>
                  ${content.series.map(({ label }) => html`<th scope="col" class="number">${label}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${content.points.map(
                  ({ label }, index) =>
                    html`<tr>
                      <th scope="row">${label}</th>
                      ${content.series.map(({ values, decimals }) => html`<td>${cell(values[index], decimals)}</td>`)}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : nothing
    }
  </details>`;
}

function cell(value: number | null | undefined, decimals: number | undefined): string {
  return value === null || value === undefined ? '' : numberText(value, decimals);
}
