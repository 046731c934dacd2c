import type { Drawing } from './chartFrame.ts';
import { pointOf } from './chartFrame.ts';
import { type ECharts, init } from './echartsCore.ts';

/** The drawn chart in its place on the page. */
export class ChartPicture implements Disposable {
  readonly #place: HTMLElement;
  readonly #chart: ECharts;
  #drawing: Drawing | undefined;

  constructor(place: HTMLElement, onPoint: (point: number) => void) {
    this.#place = place;
    this.#chart = init(place, null, { renderer: 'svg' });
    this.#chart.on('click', (event) => {
      const point = pointOf(event);
      if (point !== undefined) onPoint(point);
    });
  }

  show(drawing: Drawing, height: number, isMoving: boolean): void {
    this.#drawing = drawing;
    this.#place.style.height = `${Math.max(height, drawing.minHeight ?? 0)}px`;
    this.#chart.resize({ silent: true });
    this.#chart.setOption({ ...drawing.option, animation: isMoving }, { notMerge: true });
  }

  /** Marks one point as if the mouse were over it, or none. */
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
