import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../support/projectPaths.ts';
import { trackedFiles } from './trackedFiles.ts';

/**
 * Recurring UI elements are defined once, in `src/features/common/page`. Patterns that reveal a second definition
 * elsewhere.
 */
const madeInCommon: Readonly<Record<string, RegExp>> = {
  'a color of its own':
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black|red|green|blue|gray|grey|yellow|orange)\b/i,
  'a button of its own': /--vscode-button-/,
  'a field of its own': /--vscode-(?:dropdown|input-border)/,
  'a banner of its own': /--vscode-inputValidation-|border-(?:left|inline-start)(?:-width)?:\s*3px/,
  'a chip of its own': /--vscode-badge-/,
  'a dialog of its own': /--vscode-widget-shadow/,
  'a corner of its own': /border-radius:\s*[1-9]/,
  'motion of its own': /transition:(?!\s*none)|animation:(?![^;]*var\(--waiting-time\))(?!\s*none)/,
};

describe('page styles', () => {
  const styles = trackedFiles().filter((file) => /^src\/features\/\w+\/page\/.*(?:\.css|Styles\.ts)$/.test(file));

  for (const [what, sign] of Object.entries(madeInCommon))
    it(`are shared by all pages: none has ${what}`, () => {
      const own = styles.filter((file) => path.dirname(file) !== 'src/features/common/page');
      assert.ok(own.length > 10);
      const found = own.flatMap((file) =>
        withoutComments(readFileSync(inProject(file), 'utf8'))
          .split('\n')
          .filter((line) => sign.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
      assert.deepEqual(found, []);
    });

  it('respect reduced motion, from the system or VS Code', () => {
    const theme = readFileSync(inProject('src/features/common/page/theme.css'), 'utf8');
    assert.match(theme, /@media \(prefers-reduced-motion: reduce\)[^}]*\{[^}]*animation: none !important/);
    assert.match(theme, /\.vscode-reduce-motion \*[^}]*animation: none !important/);
  });

  it('use only custom properties that are defined', () => {
    const texts = styles.map((file) => readFileSync(inProject(file), 'utf8')).join('\n');
    const scripts = trackedFiles()
      .filter((file) => /^src\/features\/\w+\/page\/.*\.ts$/.test(file))
      .map((file) => readFileSync(inProject(file), 'utf8'))
      .join('\n');
    const used = [...texts.matchAll(/var\((--(?!vscode-)[\w-]+)/g)].map(([, name]) => name ?? '');
    const isMade = (name: string): boolean => texts.includes(`${name}:`) || scripts.includes(`'${name}'`);
    assert.deepEqual(
      [...new Set(used)].filter((name) => !isMade(name)),
      [],
    );
  });
});

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''));
}
