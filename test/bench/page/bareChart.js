import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { leadCell } from '../leads.ts';

/* Draws a line chart of the same records when its button is pressed, and nothing else. */
use([GridComponent, LineChart, SVGRenderer]);

const rows = Array.from({ length: Number(new URLSearchParams(location.search).get('rows')) }, (_, row) => row);

addEventListener('click', () => {
  const root = document.createElement('div');
  document.body.append(root);
  init(root, null, { renderer: 'svg', width: 1280, height: 700 }).setOption({
    animation: false,
    xAxis: { type: 'category', data: rows.map((row) => leadCell(row, 0)) },
    yAxis: { type: 'value' },
    series: [{ type: 'line', data: rows.map((row) => leadCell(row, 2)) }],
  });
});
