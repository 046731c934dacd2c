import type { MeasureText } from './columnLayout.ts';

let context: CanvasRenderingContext2D | null | undefined;
let fonts: readonly [usual: string, bold: string] = ['', ''];
let isBoldNow: boolean | undefined;

/** Measures text in the page's font. */
export const measureText: MeasureText = (text, isBold) => {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    const { fontSize, fontFamily } = getComputedStyle(document.body);
    fonts = [`${fontSize} ${fontFamily}`, `600 ${fontSize} ${fontFamily}`];
  }
  if (!context) return text.length * 8;
  // setting the font again is slower than measuring
  if (isBold !== isBoldNow) context.font = fonts[isBold ? 1 : 0];
  isBoldNow = isBold;
  return context.measureText(text).width;
};
