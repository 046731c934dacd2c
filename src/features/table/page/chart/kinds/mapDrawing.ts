import { MapChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, VisualMapContinuousComponent } from 'echarts/components';
import { registerMap, use } from 'echarts/core';
import { type Drawing, baseOption, textStyle, type Size } from '../chartFrame.ts';
import { type DrawnContent, type MapLocation, measured } from '../data/chartContent.ts';
import { linesOfMeasured } from '../data/chartSummary.ts';
import { shortNumberText } from '../data/chartNumber.ts';
import { type ChartTheme, mixColors } from '../chartTheme.ts';
import { feature } from 'topojson-client';
import { shortCode } from './countryNames.ts';

/**
 * The atlas has no numeric code for Kosovo, nor for two regions that it draws separately but that ISO counts as part of
 * another country.
 */
const withoutNumber: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };
const antarctica = 'AQ';

use([MapChart, ScatterChart, GeoComponent, VisualMapContinuousComponent]);
registerMap('world', worldMap() as Parameters<typeof registerMap>[1]);

interface LocatedPoint {
  readonly point: number;
  readonly location: MapLocation;
  readonly value: number | null;
}

/** Fills countries and draws coordinates as dots; higher values get a stronger color. */
export function drawMap(content: DrawnContent, theme: ChartTheme, { width }: Size): Drawing {
  const { values } = measured(content);
  const located = content.points.flatMap(({ location }, point): LocatedPoint[] =>
    location ? [{ point, location, value: values[point] ?? null }] : [],
  );
  const regions = located.filter(({ location }) => 'region' in location);
  const spots = located.filter(({ location }) => 'latitude' in location);
  const known = located.flatMap(({ value }) => (value === null ? [] : [value]));
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
      ...baseOption(theme, { trigger: 'item', lines: (point) => linesOfMeasured(content, point) }),
      geo: {
        map: 'world',
        roam: true,
        scaleLimit: { min: 1, max: 16 },
        left: 8,
        right: 8,
        top: 8,
        bottom: 44,
        preserveAspect: 'contain',
        itemStyle: {
          areaColor: mixColors(theme.background, theme.foreground, theme.isHighContrast ? 0 : 0.1),
          ...outline,
        },
        emphasis: { disabled: true },
        // the map belongs to `geo`, so hover styles of countries are set here
        regions: regions.map(({ location }) => ({
          name: 'region' in location ? location.region : '',
          emphasis: chosen,
        })),
      },
      visualMap: {
        type: 'continuous',
        min: lowest === highest ? Math.min(0, lowest) : lowest,
        max: lowest === highest ? Math.max(0, highest) : highest,
        text: [shortNumberText(highest), shortNumberText(lowest)],
        textStyle: textStyle(theme),
        inRange: {
          color: [mixColors(theme.background, strong, 0.4), strong, mixColors(strong, theme.foreground, 0.4)],
        },
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
          data: regions.map(({ point, location, value }) => ({
            point,
            value: value ?? Number.NaN,
            name: 'region' in location ? location.region : '',
          })),
        },
        {
          type: 'scatter',
          coordinateSystem: 'geo',
          data: spots.map(({ point, location, value }) => ({
            point,
            value: 'latitude' in location ? [location.longitude, location.latitude, value] : [],
            symbolSize: 8 + 14 * Math.sqrt(Math.max(0, value ?? 0) / Math.max(highest, 1)),
          })),
          itemStyle: { borderColor: theme.foreground, borderWidth: 1, opacity: 1 },
          emphasis: { itemStyle: { borderWidth: 3 } },
        },
      ],
    },
  };
}

import atlas from 'world-atlas/countries-110m.json' with { type: 'json' };

/** Countries as GeoJSON, named by alpha-2 code; omits Antarctica, which takes a fifth of the height. */
function worldMap(): { type: 'FeatureCollection'; features: object[] } {
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const countries = topology.objects['countries'];
  const all = countries ? feature(topology, countries) : undefined;
  const features = all?.type === 'FeatureCollection' ? all.features : [];
  return {
    type: 'FeatureCollection',
    features: features
      .map(({ id, properties, geometry }) => ({
        type: 'Feature',
        properties: { name: codeOf(id, String(properties?.['name'])) },
        geometry: 'coordinates' in geometry ? { ...geometry, coordinates: unbroken(geometry.coordinates) } : geometry,
      }))
      .filter((one) => one.properties.name !== antarctica),
  };
}

type Nested = number | readonly Nested[];

/** Continues a coastline beyond the 180th meridian instead of drawing it back across the whole map. */
function unbroken(coordinates: Nested): Nested {
  if (!Array.isArray(coordinates)) return coordinates;
  const list = coordinates as readonly Nested[];
  if (!isRing(list)) return list.map(unbroken);
  const crosses = list.some(([longitude], index) => Math.abs(longitude - (list[index - 1]?.[0] ?? longitude)) > 180);
  return crosses ? list.map(([longitude, latitude]) => [longitude < 0 ? longitude + 360 : longitude, latitude]) : list;
}

function isRing(list: readonly Nested[]): list is readonly (readonly [number, number])[] {
  const [first] = list;
  return Array.isArray(first) && typeof first[0] === 'number';
}

function codeOf(number: string | number | undefined, name: string): string {
  return shortCode.get(String(number)) ?? withoutNumber[name] ?? name;
}
