import { t } from '@vscode/l10n';
import type { ChartContent, DrawnContent } from './data/chartContent.ts';
import { chartKinds } from './chartKinds.ts';
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

// nothing else of echarts is bundled; every kind of chart brings its own
use([AriaComponent, GridComponent, LegendPlainComponent, TitleComponent, TooltipComponent, SVGRenderer]);

/** Where a chart is drawn: anew when its content, its size or the theme changes, and only while it has a size. */
export class ChartStage {
  readonly #onPoint: (point: number) => void;
  readonly #resized = new ResizeObserver(() => this.#paint(false));
  #content: ChartContent | undefined;
  #draw: DrawChart | undefined;
  #root: HTMLElement | undefined;
  #picture: ChartPicture | undefined;
  #theme: Disposable | undefined;
  #point: number | null = null;

  constructor(onPoint: (point: number) => void) {
    this.#onPoint = onPoint;
  }

  /** `place` is the element around the picture; it may scroll. */
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

  /** Takes everything off the page. */
  clear(): void {
    this.#resized.disconnect();
    this.#theme?.[Symbol.dispose]();
    this.#picture?.[Symbol.dispose]();
    this.#picture = undefined;
    this.#root = undefined;
    this.#content = undefined;
    this.#draw = undefined;
  }

  async #drawAgain(content: DrawnContent): Promise<void> {
    this.#content = content;
    const draw = await chartKinds[content.kind].drawing(content);
    if (content !== this.#content) return; // newer rows came meanwhile
    this.#draw = draw;
    this.#paint(!isStill());
  }

  #paint(isNew: boolean): void {
    const picture = this.#root?.querySelector<HTMLElement>('.picture');
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#root ?? {};
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

/** The drawn chart in its place on the page. */
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

/** Of a file, in the colors of the theme; lying bars may need more height. */
const fileSize: Size = { width: 1_200, height: 675 };
const titleHeight = 48;
const sharpness = 2;

/** Drawn anew, away from the screen, with the title above. */
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

/** Without the few letters that XML cannot hold, which would spoil the whole file. */
function writable(svg: string): string {
  return svg.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ');
}

/** The picture as dots, twice as many as its size for sharp screens. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * sharpness;
  canvas.height = image.naturalHeight * sharpness;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(t('The chart could not be turned into a PNG picture. Export it as SVG instead.'));
  return new Uint8Array(await blob.arrayBuffer());
}

/** The theme of the page now. */
function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  return themeFrom((name) => style.getPropertyValue(name), document.body.className);
}

/** Calls back after VS Code changed the theme. */
function watchTheme(changed: () => void): Disposable {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  return { [Symbol.dispose]: () => observer.disconnect() };
}
