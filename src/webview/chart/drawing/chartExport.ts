import { t } from '@vscode/l10n';
import type { Drawing, Size } from './chartFrame.ts';
import { letters } from './chartFrame.ts';
import type { ChartTheme } from './chartTheme.ts';
import { init } from './echartsCore.ts';

/** Of a file, in the colors of the theme; lying bars may need more height. */
const fileSize: Size = { width: 1_200, height: 675 };
const titleHeight = 48;
const sharpness = 2;

/** Drawn anew, away from the screen, with the title above. */
export function svgOf(draw: (theme: ChartTheme, size: Size) => Drawing, theme: ChartTheme, title: string): string {
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
        textStyle: { ...letters(theme), fontSize: 18, width: width - 32, overflow: 'truncate' },
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
