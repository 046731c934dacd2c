import * as vscode from 'vscode';
import type { ChartKind, ListView } from '../model/list/listView.ts';

const chartIcons: Readonly<Record<ChartKind, string>> = {
  line: 'graph-line',
  pie: 'pie-chart',
  bar: 'graph',
  gauge: 'dashboard',
  geo: 'globe',
  other: 'graph-scatter',
};

/** The default one has a color of its own. */
export function listViewIcon({ chart, isDefault }: ListView): vscode.ThemeIcon {
  return new vscode.ThemeIcon(
    chart ? chartIcons[chart] : 'table',
    isDefault ? new vscode.ThemeColor('charts.blue') : undefined,
  );
}
