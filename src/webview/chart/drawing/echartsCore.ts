import { BarChart, GaugeChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendPlainComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components';
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// nothing else of echarts is bundled; the map brings its own parts
use([
  BarChart,
  GaugeChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendPlainComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
]);

export { type ECharts, init } from 'echarts/core';
