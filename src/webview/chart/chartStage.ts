import { t } from '@vscode/l10n';
import type { ChartContent, DrawnContent } from './data/chartContent.ts';
import { svgOf } from './drawing/chartExport.ts';
import { ChartPicture } from './drawing/chartPicture.ts';
import { drawingOf } from './drawing/drawChart.ts';
import { readTheme, watchTheme } from './drawing/pageTheme.ts';

/** Where a chart is drawn: anew when its content, its size or the theme changes, and only while it has a size. */
export class ChartStage {
  readonly #onPoint: (point: number) => void;
  readonly #resized = new ResizeObserver(() => this.#paint(false));
  #content: ChartContent | undefined;
  #draw: Awaited<ReturnType<typeof drawingOf>> | undefined;
  #place: HTMLElement | undefined;
  #picture: ChartPicture | undefined;
  #theme: Disposable | undefined;
  #point: number | null = null;

  constructor(onPoint: (point: number) => void) {
    this.#onPoint = onPoint;
  }

  /** `place` is the element around the picture; it may scroll. */
  show(content: DrawnContent, place: HTMLElement): void {
    if (place !== this.#place) {
      this.clear();
      this.#place = place;
      this.#resized.observe(place);
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

  /** Takes everything off the page. */
  clear(): void {
    this.#resized.disconnect();
    this.#theme?.[Symbol.dispose]();
    this.#picture?.[Symbol.dispose]();
    this.#picture = undefined;
    this.#place = undefined;
    this.#content = undefined;
    this.#draw = undefined;
  }

  async #drawAgain(content: DrawnContent): Promise<void> {
    this.#content = content;
    const draw = await drawingOf(content);
    if (content !== this.#content) return; // newer rows came meanwhile
    this.#draw = draw;
    this.#paint(!isStill());
  }

  #paint(isNew: boolean): void {
    const picture = this.#place?.querySelector<HTMLElement>('.picture');
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#place ?? {};
    if (!this.#draw || !picture || width === 0 || height === 0) return;
    this.#picture ??= new ChartPicture(picture, this.#onPoint);
    this.#picture.show(this.#draw(readTheme(), { width, height }), height, isNew);
    this.#picture.mark(this.#point);
  }
}

/** The person asked the system or VS Code for no motion. */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches || document.body.matches('.vscode-reduce-motion');
}
