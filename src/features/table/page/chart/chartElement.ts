import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ChartKind } from '../../../../model/list/listView.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { ChartChoice, TableRow } from '../../tableProtocol.ts';
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
import { chartStyles } from './chartStyles.ts';
import { chartWords } from './chartWords.ts';
import { numberText } from './data/chartNumber.ts';
import { t } from '@vscode/l10n';
import { type DrawChart, type Drawing, pointOf, type Size, textStyle } from './chartFrame.ts';
import {
  AriaComponent,
  GridComponent,
  LegendPlainComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type ChartTheme, themeFrom } from './chartTheme.ts';

/** A point was clicked or activated with Enter: the index of its row in `rows`, and the column that labels it. */
export type ChartPointEvent = CustomEvent<{ readonly row: number; readonly labelKey?: string }>;

/** The user changed what is drawn; the list view remembers it. */
export type ChartChoiceEvent = CustomEvent<ChartChoice>;

const given = ['kind', 'helper', 'columns', 'rows', 'total', 'choice'];

/** Shows a list view as a chart. Nothing is read or drawn while it is hidden. */
export class ChartElement extends LitElement {
  static override readonly styles = chartStyles;
  static override readonly properties = {
    ...Object.fromEntries(['title', ...given].map((name) => [name, { attribute: false }])),
    point: { state: true },
    isWalking: { state: true },
    isOpen: { state: true },
  };

  declare kind: ChartKind;
  /** Title of the list view. */
  declare title: string;
  /** The service's name for the chart; shown for an unknown kind. */
  declare helper: string;
  declare columns: readonly Column[];
  declare rows: readonly TableRow[];
  /** Total number of records; null if unknown. The chart says so if it doesn't show all of them. */
  declare total: number | null;
  /** What the user chose to draw; unset parts are guessed. */
  declare choice: ChartChoice | undefined;
  /** The point reached with the arrow keys; highlighted during keyboard navigation. */
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

  /** False if a message is shown instead; then there is nothing to export. */
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

  /** Reads the content once per change. */
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
    if (row === null) return; // the "other" slice of a pie has no row
    this.dispatchEvent(new CustomEvent('chart-point', { detail: { row, labelKey }, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'recordbench-chart': ChartElement;
  }
  interface HTMLElementEventMap {
    'chart-choice': ChartChoiceEvent;
    'chart-point': ChartPointEvent;
  }
}

/** The same numbers as a table, for accessibility. Not rendered while collapsed. */
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

// register only what is needed to keep the bundle small; each chart type adds its own parts
use([AriaComponent, GridComponent, LegendPlainComponent, TitleComponent, TooltipComponent, SVGRenderer]);

/** Draws a chart. Redraws when its content, its size or the theme changes, and only while it has a size. */
class ChartStage {
  readonly #onPoint: (point: number) => void;
  readonly #resized = new ResizeObserver(() => {
    // an observer also reports the size that it begins with
    if (this.#sizeNow !== this.#size) this.#paint(false);
  });
  #content: ChartContent | undefined;
  #draw: DrawChart | undefined;
  #root: HTMLElement | undefined;
  #picture: ChartPicture | undefined;
  #theme: Disposable | undefined;
  #point: number | null = null;
  /** The size it was painted for; undefined while it has none. */
  #size: string | undefined;

  constructor(onPoint: (point: number) => void) {
    this.#onPoint = onPoint;
  }

  /** `root` is the element around the chart; it may scroll. */
  show(content: DrawnContent, root: HTMLElement): void {
    if (root !== this.#root) {
      this.clear();
      this.#root = root;
      this.#resized.observe(root);
      this.#theme = watchTheme(() => this.#paint(false));
    }
    if (content !== this.#content) void this.#drawAgain(content);
  }

  mark(point: number | null): void {
    if (point === this.#point) return;
    this.#point = point;
    this.#picture?.mark(point);
  }

  svg(title: string): string {
    if (!this.#draw) throw new Error(t('There is no chart to export.'));
    return svgOf(this.#draw, readTheme(), title);
  }

  /** Removes the chart from the page. */
  clear(): void {
    this.#resized.disconnect();
    this.#theme?.[Symbol.dispose]();
    this.#picture?.[Symbol.dispose]();
    this.#picture = undefined;
    this.#root = undefined;
    this.#content = undefined;
    this.#draw = undefined;
  }

  get #sizeNow(): string {
    return `${this.#root?.clientWidth} ${this.#root?.clientHeight}`;
  }

  async #drawAgain(content: DrawnContent): Promise<void> {
    this.#content = content;
    const draw = await chartKinds[content.kind].drawing(content);
    if (content !== this.#content) return; // superseded by newer rows
    this.#draw = draw;
    this.#paint(!isStill());
  }

  #paint(isNew: boolean): void {
    const picture = this.#root?.querySelector<HTMLElement>('.picture');
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#root ?? {};
    this.#size = undefined;
    if (!this.#draw || !picture || width === 0 || height === 0) return;
    this.#size = this.#sizeNow;
    this.#picture ??= new ChartPicture(picture, this.#onPoint);
    this.#picture.show(this.#draw(readTheme(), { width, height }), height, isNew);
    this.#picture.mark(this.#point);
  }
}

/** True if the system or VS Code is set to reduce motion. */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.matches('.vscode-reduce-motion');
}

/** The drawn chart within the page. */
class ChartPicture implements Disposable {
  readonly #root: HTMLElement;
  readonly #chart: ECharts;
  #drawing: Drawing | undefined;

  constructor(root: HTMLElement, onPoint: (point: number) => void) {
    this.#root = root;
    this.#chart = init(root, null, { renderer: 'svg' });
    this.#chart.on('click', (event) => {
      const point = pointOf(event);
      if (point !== undefined) onPoint(point);
    });
  }

  show(drawing: Drawing, height: number, isMoving: boolean): void {
    this.#drawing = drawing;
    this.#root.style.height = `${Math.max(height, drawing.minHeight ?? 0)}px`;
    this.#chart.resize({ silent: true });
    this.#chart.setOption({ ...drawing.option, animation: isMoving }, { notMerge: true });
  }

  /** Highlights one point as on hover; null clears the highlight. */
  mark(point: number | null): void {
    this.#chart.dispatchAction({ type: 'downplay' });
    const at = point === null ? undefined : this.#drawing?.at(point);
    if (!at) {
      this.#chart.dispatchAction({ type: 'hideTip' });
      return;
    }
    this.#chart.dispatchAction({ type: 'highlight', ...at });
    this.#chart.dispatchAction({ type: 'showTip', ...at });
  }

  [Symbol.dispose](): void {
    this.#chart.dispose();
  }
}

/** Size of an exported file; horizontal bars may need more height. */
const fileSize: Size = { width: 1_200, height: 675 };
const titleHeight = 48;
const pixelRatio = 2;

/** Redraws the chart off-screen, with the title above. */
function svgOf(draw: DrawChart, theme: ChartTheme, title: string): string {
  const { width } = fileSize;
  const drawing = draw(theme, { width, height: fileSize.height - titleHeight });
  const height = Math.max(fileSize.height, (drawing.minHeight ?? 0) + titleHeight);
  const inner = init(null, null, { renderer: 'svg', ssr: true, width, height: height - titleHeight });
  const heading = init(null, null, { renderer: 'svg', ssr: true, width, height: titleHeight });
  try {
    inner.setOption({ ...drawing.option, animation: false });
    heading.setOption({
      animation: false,
      backgroundColor: theme.background,
      title: {
        text: title,
        left: 16,
        top: 12,
        textStyle: { ...textStyle(theme), fontSize: 18, width: width - 32, overflow: 'truncate' },
      },
    });
    const [top, chart] = [heading, inner].map((one) => one.renderToSVGString({ useViewBox: true }));
    return writable(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${top}<svg y="${titleHeight}" width="${width}" height="${height - titleHeight}">${chart}</svg></svg>`,
    );
  } finally {
    inner.dispose();
    heading.dispose();
  }
}

/** Replaces characters that are invalid in XML and would make the file unreadable. */
function writable(svg: string): string {
  return svg.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ');
}

/** Rasterizes at twice the size, for high-DPI screens. */
async function pngOf(svg: string): Promise<Uint8Array> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pixelRatio;
  canvas.height = image.naturalHeight * pixelRatio;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(t('Could not export the chart as PNG. Export it as SVG instead.'));
  return new Uint8Array(await blob.arrayBuffer());
}

/** The page's current theme. */
function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  return themeFrom((name) => style.getPropertyValue(name), document.body.className);
}

/** Calls `changed` when VS Code changes the theme. */
function watchTheme(changed: () => void): Disposable {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  return { [Symbol.dispose]: () => observer.disconnect() };
}

// last: defining it upgrades existing elements immediately, which needs everything above
customElements.define('recordbench-chart', ChartElement);
