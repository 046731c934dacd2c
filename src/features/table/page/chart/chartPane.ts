import { t } from '@vscode/l10n';
import type { ChartKind } from '../../../../model/list/listView.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import type { ChartChoice, TableRow } from '../../tableProtocol.ts';
import type { ChartElement } from './chartElement.ts';
import { errorMessage } from '../../../common/channel.ts';
import { proposedFileName } from '../../../../model/fileName.ts';

/** The data of the chart. */
export interface ChartRows {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly total: number | null;
}

export interface ChartPaneOptions {
  readonly kind: ChartKind;
  readonly title: string;
  /** The service's name for the chart; shown for an unknown kind. */
  readonly helper: string;
  readonly load: () => Promise<ChartRows>;
  /** What the user chose to draw. */
  readonly choice: () => ChartChoice | undefined;
  readonly onChoice: (choice: ChartChoice) => void;
  /** Receives the index of the point's row, and the column that labels it, if any. */
  readonly onPoint: (row: number, labelKey: string | undefined) => void;
  /** Called when the visible views change or the chart becomes exportable. */
  readonly onChange: () => void;
  readonly onFailure: (message: string) => void;
}

export interface ChartState {
  readonly isTableShown: boolean;
  readonly isChartShown: boolean;
  readonly canExport: boolean;
}

export type Views = 'table' | 'chart' | 'both';

/** Side by side in a wide window, stacked in a tall one; a small window shows only one of the two. */
const roomForBoth = matchMedia('(min-width: 800px), (min-height: 520px)');

/**
 * The chart and the table of one list view, and which of them is shown. Chart code is loaded when a chart is first
 * shown.
 */
export class ChartPane {
  readonly element = document.createElement('div');
  readonly #options: ChartPaneOptions;
  readonly #table: HTMLElement;
  readonly #root = document.createElement('div');
  #views: Views;
  readonly #loading = document.createElement('p');
  #chart: ChartElement | undefined;
  #isDue = true;
  #loads = 0;

  constructor(table: HTMLElement, views: Views | undefined, options: ChartPaneOptions) {
    this.#options = options;
    this.#table = table;
    this.#views = views ?? (options.kind === 'other' ? 'both' : 'chart');
    this.element.className = 'halves';
    this.#root.className = 'chart';
    this.#loading.className = 'loading';
    this.#loading.textContent = t('Loading the chart…');
    this.#root.append(this.#loading);
    this.element.append(this.#root, table);
    this.#setLoading(options.kind !== 'other');
    if (options.kind === 'other') void this.#showUnknownType();
    // prefetch while the rows are loading; if it fails, `fill` reports the error
    else if (this.#views !== 'table') void import('./chartElement.ts').catch(() => undefined);
    roomForBoth.addEventListener('change', () => this.#rearrange());
    this.#arrange();
  }

  /** The user's choice; a small window may show less. */
  get views(): Views {
    return this.#views;
  }
  get isTableShown(): boolean {
    return !this.#table.hidden;
  }
  /** State for the toolbar. */
  get state(): ChartState {
    const isChartShown = !this.#root.hidden;
    const canExport = isChartShown && (this.#chart?.hasChart ?? false);
    return { isTableShown: this.isTableShown, isChartShown, canExport };
  }

  /** Shows or hides one of the two views; hiding the only visible one shows the other. */
  toggle(half: 'table' | 'chart'): void {
    const other = half === 'table' ? 'chart' : 'table';
    const isShown = half === 'table' ? this.isTableShown : this.state.isChartShown;
    this.#views = isShown ? other : this.#hasRoom ? 'both' : half;
    this.#rearrange();
  }

  /** Call after every change of the list. Stale rows stay drawn until new ones arrive. */
  follow(list: 'loading' | 'settled' | 'failed'): void {
    if (this.#options.kind === 'other') return;
    if (this.#chart) this.#chart.choice = this.#options.choice();
    if (list !== 'settled') {
      this.#isDue = true;
      this.#setLoading(list === 'loading');
    } else if (this.#isDue && this.state.isChartShown) void this.#fill();
  }

  /** Returns the chart as a file. */
  async exportAs(format: 'svg' | 'png'): Promise<{ readonly name: string; readonly base64: string }> {
    if (!this.#chart) throw new Error(t('There is no chart to export.'));
    const bytes = format === 'svg' ? new TextEncoder().encode(this.#chart.exportSvg()) : await this.#chart.exportPng();
    return { name: `${proposedFileName(this.#options.title, t('Chart'))}.${format}`, base64: base64Of(bytes) };
  }

  /** An unknown chart is only a message, which fits anywhere. */
  get #hasRoom(): boolean {
    return roomForBoth.matches || this.#options.kind === 'other';
  }

  /** Doesn't wait for rows, because there is nothing to draw. */
  async #showUnknownType(): Promise<void> {
    this.#root.classList.add('sentence');
    const { chartWords } = await import('./chartWords.ts');
    const sentence = document.createElement('p');
    sentence.textContent = chartWords.unknownKind(this.#options.helper);
    this.#root.append(sentence);
  }

  #arrange(): void {
    const isSplit = this.#views === 'both' && this.#hasRoom;
    this.#table.hidden = !isSplit && this.#views !== 'table';
    this.#root.hidden = !isSplit && this.#views === 'table';
  }

  #rearrange(): void {
    this.#arrange();
    this.#options.onChange();
  }

  #setLoading(isLoading: boolean): void {
    this.#loading.hidden = !isLoading;
    this.#root.ariaBusy = String(isLoading);
  }

  async #fill(): Promise<void> {
    this.#isDue = false;
    this.#setLoading(true);
    const turn = ++this.#loads;
    try {
      const [{ ChartElement: Element }, rows] = await Promise.all([import('./chartElement.ts'), this.#options.load()]);
      if (turn !== this.#loads) return; // superseded by a newer load
      this.#chart ??= this.#make(new Element());
      Object.assign(this.#chart, rows);
      await this.#showContent(this.#chart);
    } catch (error) {
      if (turn === this.#loads) this.#options.onFailure(errorMessage(error));
    } finally {
      if (turn === this.#loads && !this.#isDue) this.#setLoading(false);
    }
  }

  async #showContent(chart: ChartElement): Promise<void> {
    this.#root.classList.toggle('sentence', !chart.hasChart);
    await chart.updateComplete;
    this.#options.onChange();
  }

  #make(chart: ChartElement): ChartElement {
    chart.kind = this.#options.kind;
    chart.title = this.#options.title;
    chart.helper = this.#options.helper;
    chart.choice = this.#options.choice();
    chart.addEventListener('chart-choice', ({ detail }) => {
      this.#options.onChoice(detail);
      void this.#showContent(chart);
    });
    chart.addEventListener('chart-point', ({ detail }) => this.#options.onPoint(detail.row, detail.labelKey));
    this.#root.append(chart);
    return chart;
  }
}

function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const atOnce = 0x80_00;
  for (let from = 0; from < bytes.length; from += atOnce)
    pieces.push(String.fromCodePoint(...bytes.subarray(from, from + atOnce)));
  return btoa(pieces.join(''));
}
