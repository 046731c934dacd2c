/** Colors and fonts of a chart, taken from VS Code's theme. */
export interface ChartTheme {
  readonly foreground: string;
  readonly muted: string;
  readonly background: string;
  /** Grid lines, and countries without a value. */
  readonly faint: string;
  /** Colors that are distinct from the background and from each other. */
  readonly colors: readonly string[];
  /** Border between slices and bars; the contrast border if the theme sets one. */
  readonly border: string;
  readonly tip: { readonly background: string; readonly foreground: string; readonly border: string };
  readonly isHighContrast: boolean;
  readonly isDark: boolean;
  readonly font: string;
  readonly fontSize: number;
}

/** Returns an empty string for a variable that the theme doesn't set. */
export type ReadVariable = (name: string) => string;

const names = ['blue', 'orange', 'green', 'purple', 'yellow', 'red'];
const lightColors = ['#1a85ff', '#d18616', '#388a34', '#652d90', '#bf8803', '#e51400'];
const darkColors = ['#59a4f9', '#d18616', '#89d185', '#b180d7', '#cca700', '#f14c4c'];

export function themeFrom(read: ReadVariable, classes: string): ChartTheme {
  const isHighContrast = classes.includes('vscode-high-contrast');
  const isDark = classes.includes('vscode-dark') || (isHighContrast && !classes.includes('vscode-high-contrast-light'));
  const variable = (fallback: string, ...wanted: string[]): string =>
    wanted.map((name) => read(`--vscode-${name}`).trim()).find((value) => value !== '') ?? fallback;
  const foreground = variable(isDark ? '#cccccc' : '#3b3b3b', 'charts-foreground', 'foreground');
  const background = variable(isDark ? '#1f1f1f' : '#ffffff', 'editor-background');
  const usual = isDark ? darkColors : lightColors;
  const base = names.map((name, index) => opaque(variable(usual[index] ?? foreground, `charts-${name}`)));
  const contrast = variable(foreground, 'contrastBorder');
  return {
    foreground,
    background,
    muted: isHighContrast ? foreground : variable(foreground, 'descriptionForeground'),
    faint: mixColors(background, foreground, isHighContrast ? 0.3 : 0.15),
    colors: [
      ...base,
      ...base.map((color) => mixColors(color, foreground, 0.45)),
      ...base.map((color) => mixColors(color, background, 0.4)),
    ],
    border: isHighContrast ? contrast : background,
    tip: {
      background: variable(background, 'editorHoverWidget-background'),
      foreground: variable(foreground, 'editorHoverWidget-foreground'),
      border: isHighContrast ? contrast : variable(foreground, 'editorHoverWidget-border'),
    },
    isHighContrast,
    isDark,
    // it is written unescaped into an attribute of the exported image
    font: variable('sans-serif', 'font-family').replaceAll('"', "'"),
    fontSize: Number.parseFloat(variable('13', 'font-size')) || 13,
  };
}

/** Mixes `share` of the second color into the first. Returns the first as is if a color can't be parsed. */
export function mixColors(first: string, second: string, share: number): string {
  const [one, other] = [channels(first), channels(second)];
  if (!one || !other) return first;
  const mixed = one.map((value, index) => Math.round(value * (1 - share) + (other[index] ?? value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Removes transparency: VS Code's orange is so translucent that it would almost disappear. */
function opaque(color: string): string {
  return mixColors(color, color, 0);
}

function channels(color: string): readonly number[] | undefined {
  const [, short] = /^#([0-9a-f]{3,4})$/i.exec(color) ?? [];
  if (short) return [0, 1, 2].map((at) => Number.parseInt((short[at] ?? '0').repeat(2), 16));
  const [, long] = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(color) ?? [];
  if (long) return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
  const [, list] = /^rgba?\(([^)]+)\)$/i.exec(color) ?? [];
  const values = list
    ?.split(/[\s,/]+/)
    .slice(0, 3)
    .map(Number);
  return values?.length === 3 && values.every((value) => value >= 0 && value <= 255) ? values : undefined;
}
