import { drawBars } from './barChart.ts';
import type { DrawnContent } from '../data/chartContent.ts';
import type { Drawing, Size } from './chartFrame.ts';
import type { ChartTheme } from './chartTheme.ts';
import { drawGauge } from './gaugeChart.ts';
import { drawLine } from './lineChart.ts';
import { drawPie } from './pieChart.ts';

type Draw = (theme: ChartTheme, size: Size) => Drawing;

/** How this content is drawn, at any size and in any theme. The atlas is only fetched for a map. */
export async function drawingOf(content: DrawnContent): Promise<Draw> {
  if (content.kind !== 'geo') return (theme, size) => drawFlat(content, theme, size);
  const { drawGeo } = await import('./geoChart.ts');
  return (theme, size) => drawGeo(content, theme, size);
}

function drawFlat(content: Exclude<DrawnContent, { kind: 'geo' }>, theme: ChartTheme, size: Size): Drawing {
  switch (content.kind) {
    case 'line':
      return drawLine(content, theme, size);
    case 'bar':
      return drawBars(content, theme, size);
    case 'pie':
      return drawPie(content, theme, size);
    case 'gauge':
      return drawGauge(content, theme, size);
  }
}
