/** Room for the paddings and the edge. */
const frame = 22;
const widestFit = 600;

/** How wide a column has to be for its header, its total and the texts that are on the screen. */
export function fitWidth(header: string, total: string, texts: readonly string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 160;
  context.font = `600 ${font}`;
  const sign = 20;
  const bold = Math.max(context.measureText(header).width + sign, context.measureText(total).width);
  context.font = font;
  const widestText = Math.max(0, ...texts.map((text) => context.measureText(text).width));
  return Math.min(widestFit, Math.ceil(Math.max(bold, widestText)) + frame);
}
