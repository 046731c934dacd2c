import * as vscode from 'vscode';
import type { ConnectionColor } from '../model/connection/connection.ts';

/** The theme's shade of a connection's color; undefined where the connection has none. */
export function connectionShade(color: ConnectionColor | undefined): vscode.ThemeColor | undefined {
  if (color === undefined) return undefined;
  // the orange of charts is none: it is hardly seen in dark themes, and black in a light one of high contrast
  return new vscode.ThemeColor(color === 'orange' ? 'symbolIcon.classForeground' : `charts.${color}`);
}
