import { type Drawing, frame, letters, type Size } from './chartFrame.ts';
import { type GaugeContent, measured } from '../data/chartContent.ts';
import { numberText, shortNumberText } from '../data/chartNumber.ts';
import type { ChartTheme } from './chartTheme.ts';

export function drawGauge(content: GaugeContent, theme: ChartTheme, { width, height }: Size): Drawing {
  const radius = Math.max(50, Math.min(width / 2 - 16, (height - 24) / 1.75));
  const thick = Math.max(8, Math.min(20, radius / 8));
  const color = theme.colors[0];
  const text = numberText(measured(content).values[0] ?? 0);
  return {
    at: (point) => ({ seriesIndex: 0, dataIndex: point }),
    option: {
      ...frame(content, theme),
      series: [
        {
          type: 'gauge',
          min: content.minimum,
          max: content.maximum,
          splitNumber: 5,
          radius,
          center: ['50%', height / 2 + radius * 0.12],
          progress: { show: true, width: thick, itemStyle: { color: color } },
          axisLine: { lineStyle: { width: thick, color: [[1, theme.faint]] } },
          axisTick: { show: false },
          splitLine: { distance: -thick, length: thick, lineStyle: { width: 2, color: theme.background } },
          axisLabel: { ...letters(theme), distance: thick + 8, formatter: shortNumberText },
          pointer: { width: 5, length: '58%', itemStyle: { color: theme.foreground } },
          anchor: { show: true, size: 12, itemStyle: { color: theme.foreground } },
          title: {
            ...letters(theme),
            color: theme.muted,
            offsetCenter: [0, '72%'],
            width: radius * 1.2,
            overflow: 'truncate',
          },
          detail: {
            ...letters(theme),
            fontSize: Math.max(14, Math.min(32, radius / 5, (radius * 1.8) / text.length)),
            offsetCenter: [0, '48%'],
            formatter: numberText,
          },
          data: [{ point: 0, name: content.points[0]?.label ?? '', value: measured(content).values[0] }],
        },
      ],
    },
  };
}
