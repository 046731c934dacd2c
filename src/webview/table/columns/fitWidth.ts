/** Room for the paddings and the edge. */
const frame = 22;
const widestFit = 600;

/** How wide a column has to be for its header and the texts that are on the screen. */
export function fitWidth(header: string, texts: readonly string[], font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 160;
  context.font = `600 ${font}`;
  const sign = 20;
  const label = context.measureText(header).width + sign;
  context.font = font;
  const widestText = Math.max(0, ...texts.map((text) => context.measureText(text).width));
  return Math.min(widestFit, Math.ceil(Math.max(label, widestText)) + frame);
}
