import assert from 'node:assert/strict';
import { axisOf } from '../../../../../../src/features/table/page/chart/chartFrame.ts';
import { mixColors, themeFrom } from '../../../../../../src/features/table/page/chart/chartTheme.ts';
import { nextPoint } from '../../../../../../src/features/table/page/chart/data/chartContent.ts';

describe('chart theme', () => {
  it('takes its colors from VS Code', () => {
    const variables: Record<string, string> = {
      '--vscode-charts-blue': ' #0063d3 ',
      '--vscode-foreground': '#3b3b3b',
      '--vscode-contrastBorder': '#0f4a85',
      '--vscode-font-family': '"Segoe UI", sans-serif',
    };
    const theme = themeFrom((name) => variables[name] ?? '', 'vscode-high-contrast vscode-high-contrast-light');
    assert.equal(theme.colors[0], '#0063d3');
    assert.equal(theme.foreground, '#3b3b3b');
    assert.equal(theme.border, '#0f4a85');
    assert.ok(theme.isHighContrast && !theme.isDark);
    assert.equal(theme.font, "'Segoe UI', sans-serif");
    assert.equal(new Set(theme.colors).size, theme.colors.length);
  });

  it('paints with the opaque form of a translucent color', () => {
    const read = (name: string): string => (name === '--vscode-charts-orange' ? 'rgba(234, 92, 0, 0.33)' : '');
    assert.equal(themeFrom(read, 'vscode-dark').colors[1], '#ea5c00');
  });

  it('has fallback colors if VS Code defines none', () => {
    const [light, dark] = ['vscode-light', 'vscode-dark'].map((name) => themeFrom(() => '', name));
    assert.equal(light?.background, '#ffffff');
    assert.ok(dark?.isDark);
    assert.notDeepEqual(light?.colors, dark?.colors);
  });

  it('mixes colors in any notation', () => {
    assert.equal(mixColors('#000', '#ffffff', 0.5), '#808080');
    assert.equal(mixColors('rgba(0, 0, 0, 0.5)', '#ff0000cc', 1), '#ff0000');
    assert.equal(mixColors('canvastext', '#fff', 0.5), 'canvastext');
  });
});

describe('series of different magnitudes', () => {
  const series = (...sizes: number[]) => sizes.map((size) => ({ label: '', values: [null, size] }));

  it('have a second axis if one would be too small to see', () => {
    assert.deepEqual(axisOf(series(1204, 9_500_000, 6_000_000)), [0, 1, 1]);
    assert.deepEqual(axisOf(series(9_500_000, -1204)), [0, 1]);
    assert.deepEqual(axisOf(series(100, 1000)), [0, 0]);
    assert.deepEqual(axisOf(series(0, 0)), [0, 0]);
    assert.deepEqual(axisOf([]), []);
  });
});

describe('keyboard navigation of points', () => {
  it('starts at either end, stays within bounds and exits with Escape', () => {
    assert.equal(nextPoint('ArrowRight', null, 5), 0);
    assert.equal(nextPoint('ArrowLeft', null, 5), 4);
    assert.equal(nextPoint('ArrowRight', 4, 5), 4);
    assert.equal(nextPoint('PageDown', 0, 50), 10);
    assert.equal(nextPoint('Home', 3, 5), 0);
    assert.equal(nextPoint('End', 0, 5), 4);
    assert.equal(nextPoint('Escape', 2, 5), null);
    assert.equal(nextPoint('Escape', null, 5), undefined);
    assert.equal(nextPoint('a', 2, 5), undefined);
    assert.equal(nextPoint('ArrowRight', null, 0), undefined);
  });
});
