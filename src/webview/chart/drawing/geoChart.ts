import { MapChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, VisualMapContinuousComponent } from 'echarts/components';
import { registerMap, use } from 'echarts/core';
import { type Drawing, frame, letters, type Size } from './chartFrame.ts';
import { type ChartPoint, type GeoContent, measured } from '../data/chartContent.ts';
import { shortNumberText } from '../data/chartNumber.ts';
import { type ChartTheme, mix } from './chartTheme.ts';
import { worldMap } from './worldMap.ts';

use([MapChart, ScatterChart, GeoComponent, VisualMapContinuousComponent]);
registerMap('world', worldMap() as Parameters<typeof registerMap>[1]);

interface Placed {
  readonly point: number;
  readonly place: NonNullable<ChartPoint['place']>;
  readonly value: number | null;
}

/** Countries are filled, spots are dots; the more, the stronger the color. */
export function drawGeo(content: GeoContent, theme: ChartTheme, { width }: Size): Drawing {
  const { values } = measured(content);
  const placed = content.points.flatMap(({ place }, point): Placed[] =>
    place ? [{ point, place, value: values[point] ?? null }] : [],
  );
  const regions = placed.filter(({ place }) => 'region' in place);
  const spots = placed.filter(({ place }) => 'latitude' in place);
  const known = placed.flatMap(({ value }) => (value === null ? [] : [value]));
  const highest = Math.max(...known, 0);
  const lowest = Math.min(...known, highest);
  const strong = theme.colors[0] ?? theme.foreground;
  const outline = { borderColor: theme.isHighContrast ? theme.border : theme.background, borderWidth: 0.6 };
  const chosen = {
    itemStyle: { areaColor: theme.colors[1], borderColor: theme.foreground, borderWidth: 2 },
    label: { show: false },
    disabled: false,
  };
  return {
    at: (point) => {
      const series = [regions, spots].map((all) => all.findIndex((one) => one.point === point));
      const seriesIndex = series.findIndex((dataIndex) => dataIndex >= 0);
      return seriesIndex < 0 ? undefined : { seriesIndex, dataIndex: series[seriesIndex] ?? 0 };
    },
    option: {
      ...frame(content, theme),
      geo: {
        map: 'world',
        roam: true,
        scaleLimit: { min: 1, max: 16 },
        left: 8,
        right: 8,
        top: 8,
        bottom: 44,
        preserveAspect: 'contain',
        itemStyle: { areaColor: mix(theme.background, theme.foreground, theme.isHighContrast ? 0 : 0.1), ...outline },
        emphasis: { disabled: true },
        // the map belongs to this part, so it is here that a country says how it looks under the mouse
        regions: regions.map(({ place }) => ({ name: 'region' in place ? place.region : '', emphasis: chosen })),
      },
      visualMap: {
        type: 'continuous',
        min: lowest === highest ? Math.min(0, lowest) : lowest,
        max: lowest === highest ? Math.max(0, highest) : highest,
        text: [shortNumberText(highest), shortNumberText(lowest)],
        textStyle: letters(theme),
        inRange: { color: [mix(theme.background, strong, 0.4), strong, mix(strong, theme.foreground, 0.4)] },
        orient: 'horizontal',
        left: 8,
        bottom: 6,
        itemWidth: 12,
        itemHeight: Math.min(160, width / 3),
        hoverLink: false,
      },
      series: [
        {
          type: 'map',
          geoIndex: 0,
          data: regions.map(({ point, place, value }) => ({
            point,
            value: value ?? Number.NaN,
            name: 'region' in place ? place.region : '',
          })),
        },
        {
          type: 'scatter',
          coordinateSystem: 'geo',
          data: spots.map(({ point, place, value }) => ({
            point,
            value: 'latitude' in place ? [place.longitude, place.latitude, value] : [],
            symbolSize: 8 + 14 * Math.sqrt(Math.max(0, value ?? 0) / Math.max(highest, 1)),
          })),
          itemStyle: { borderColor: theme.foreground, borderWidth: 1, opacity: 1 },
          emphasis: { itemStyle: { borderWidth: 3 } },
        },
      ],
    },
  };
}
