import * as vscode from 'vscode';
import type { ConnectionColour } from '../model/connection/connection.ts';

/** The theme's shade of a connection's colour; undefined where the connection has none. */
export function connectionShade(colour: ConnectionColour | undefined): vscode.ThemeColor | undefined {
  if (colour === undefined) return undefined;
  // the orange of charts is none: it is hardly seen in dark themes, and black in a light one of high contrast
  return new vscode.ThemeColor(colour === 'orange' ? 'symbolIcon.classForeground' : `charts.${colour}`);
}
