import { type Drawing, frame, letters, type Size } from './chartFrame.ts';
import { measured, type PieContent } from '../data/chartContent.ts';
import { shareText } from '../data/chartNumber.ts';
import type { ChartTheme } from './chartTheme.ts';

/** The names stand around the pie, and at its edges where there is little room. */
export function drawPie(content: PieContent, theme: ChartTheme, { width, height }: Size): Drawing {
  const { label, values } = measured(content);
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const isNarrow = width < 860;
  // names at both sides take about half of a narrow place
  const outer = Math.max(40, Math.min(height / 2 - 32, isNarrow ? width * 0.22 : width * 0.28));
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    option: {
      ...frame(content, theme),
      series: [
        {
          type: 'pie',
          name: label,
          radius: [outer * 0.45, outer],
          minAngle: 1,
          itemStyle: { borderColor: theme.border, borderWidth: theme.isHighContrast ? 1 : 2 },
          emphasis: { scaleSize: 8 },
          label: {
            ...letters(theme),
            alignTo: isNarrow ? 'edge' : 'labelLine',
            edgeDistance: 8,
            lineHeight: theme.fontSize + 4,
            overflow: 'truncate',
            ...(!isNarrow && { width: Math.max(80, width / 2 - outer - 40) }),
            formatter: ({ name, value }: { name: string; value: number }) =>
              isNarrow ? `${name}\n${shareText(value, total)}` : `${shortened(name)}  ${shareText(value, total)}`,
          },
          labelLine: { length: 10, length2: isNarrow ? 4 : 12, lineStyle: { color: theme.muted } },
          data: content.points.map((point, place) => ({
            point: place,
            name: point.label,
            value: values[place] ?? 0,
            ...(values[place] ? {} : { label: { show: false }, labelLine: { show: false } }),
          })),
        },
      ],
    },
  };
}

/** So that its share, which follows, can be seen. */
function shortened(name: string): string {
  return name.length > 24 ? `${name.slice(0, 23)}…` : name;
}
