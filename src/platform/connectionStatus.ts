import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import type { Connection, ConnectionColor } from '../model/connection/connection.ts';
import { addressOfUri } from './addressUri.ts';
import { createCommand } from './runCommand.ts';
import type { Connections } from '../services/connections/connections.ts';
import { StatusItem } from './ui/views.ts';

/** In the status bar: the connection of the editor in front. A click offers what can be done with it. */
export class ConnectionStatus {
  readonly #connections: Connections;
  readonly #item = new StatusItem('recordbench.connection', t('Recordbench: Connection'), 40);
  readonly #listening: vscode.Disposable;

  constructor(connections: Connections) {
    this.#connections = connections;
    const show = (): void => this.#show();
    this.#listening = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(show),
      vscode.window.tabGroups.onDidChangeTabGroups(show),
      connections.onDidChange(show),
      vscode.window.onDidChangeActiveColorTheme(show),
    );
    this.#show();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#item.dispose();
  }

  #show(): void {
    const connection = this.#connectionInFront();
    if (!connection) return this.#item.hide();
    const { id, name, baseUrl, readOnly, color } = connection;
    const backgroundColor = background(color);
    // an address, as a person's click hands over: a plain argument would be code's, which wants a rejection
    const address = vscode.Uri.from({ scheme: schemes.records, authority: id });
    this.#item.show({
      icon: readOnly ? 'lock' : 'server',
      text: name,
      tooltip: [t('Connection: {0}', name), baseUrl, readOnly ? t('Read-only') : undefined],
      spoken: readOnly ? t('Connection {0}, read-only', name) : t('Connection {0}', name),
      backgroundColor,
      color: backgroundColor ? undefined : connectionThemeColor(color),
      command: createCommand('connectionActions', t('Connection'), address),
    });
  }

  #connectionInFront(): Connection | undefined {
    const uri = uriOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input);
    const address = uri && addressOfUri(uri);
    return address && this.#connections.get(address.connection);
  }
}

/** The two that VS Code lets fill the item, so that a dangerous place cannot be overlooked; high contrast has no fills. */
function background(color: ConnectionColor | undefined): vscode.ThemeColor | undefined {
  const { kind } = vscode.window.activeColorTheme;
  if (kind === vscode.ColorThemeKind.HighContrast || kind === vscode.ColorThemeKind.HighContrastLight) return undefined;
  if (color === 'red') return new vscode.ThemeColor('statusBarItem.errorBackground');
  if (color === 'orange' || color === 'yellow') return new vscode.ThemeColor('statusBarItem.warningBackground');
  return undefined;
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/** The theme's shade of a connection's color; undefined where the connection has none. */
export function connectionThemeColor(color: ConnectionColor | undefined): vscode.ThemeColor | undefined {
  if (color === undefined) return undefined;
  // the orange of charts is none: it is hardly seen in dark themes, and black in a light one of high contrast
  return new vscode.ThemeColor(color === 'orange' ? 'symbolIcon.classForeground' : `charts.${color}`);
}
