import type { MeasureText } from './columnFit.ts';

/** Measures as the page writes. */
export function textMeasure(): MeasureText {
  let context: CanvasRenderingContext2D | null | undefined;
  let fonts: readonly [usual: string, bold: string] = ['', ''];
  return (text, isBold) => {
    if (context === undefined) {
      context = document.createElement('canvas').getContext('2d');
      const { fontSize, fontFamily } = getComputedStyle(document.body);
      fonts = [`${fontSize} ${fontFamily}`, `600 ${fontSize} ${fontFamily}`];
    }
    if (!context) return text.length * 8;
    const font = fonts[isBold ? 1 : 0];
    if (context.font !== font) context.font = font;
    return context.measureText(text).width;
  };
}
