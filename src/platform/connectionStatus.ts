import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';
import { type Connection, type ConnectionColor, connectionColors } from '../model/connection/connection.ts';
import { connectionsMessage, type ShownConnection, shownConnection } from '../model/connection/shownConnection.ts';
import { addressOfUri } from './addressUri.ts';
import { createCommand } from './runCommand.ts';
import type { Connections } from '../services/connections/connections.ts';
import { StatusItem } from './ui/statusItem.ts';

/** A page in a tab that can write, and the connections that it writes to. */
export interface WritingPage {
  /** Shown at the top of the page in its first render. */
  readonly shown: readonly ShownConnection[];
  /** The page was loaded or reloaded and shows its initial content. */
  begin(): void;
  /** Call when the page's connections may have changed. */
  update(): void;
}

/**
 * Shows which connection a change would be written to: at the top of every page that can write, and in the status bar
 * for the active editor. Clicking it opens the connection's actions.
 */
export class ConnectionStatus {
  readonly #connections: Connections;
  readonly #pages = new Set<MarkedPage>();
  readonly #item = new StatusItem('recordbench.connection', t('Recordbench: Connection'), 40);
  readonly #listening: vscode.Disposable;

  constructor(connections: Connections) {
    this.#connections = connections;
    const show = (): void => this.#show();
    this.#listening = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(show),
      vscode.window.tabGroups.onDidChangeTabGroups(show),
      connections.onDidChange(() => {
        for (const page of this.#pages) page.update();
        show();
      }),
      vscode.window.onDidChangeActiveColorTheme(show),
    );
    this.#show();
  }

  /** `ids` returns the page's current connections. */
  addPage(panel: vscode.WebviewPanel, ids: () => readonly string[]): WritingPage {
    const page = new MarkedPage(panel, () => ids().flatMap((id) => this.#connections.get(id) ?? []));
    this.#pages.add(page);
    panel.onDidChangeViewState(() => this.#show());
    panel.onDidDispose(() => {
      this.#pages.delete(page);
      this.#show();
    });
    const update = (): void => {
      page.update();
      this.#show();
    };
    return { shown: page.first, begin: () => page.begin(), update };
  }

  dispose(): void {
    this.#listening.dispose();
    this.#item.dispose();
  }

  #show(): void {
    const all = this.#inFront();
    const [first] = all;
    if (!first) return this.#item.show();
    const name = all.map((one) => one.name).join(' ↔ ');
    const isReadOnly = all.every(({ readOnly }) => readOnly);
    const { color } = all.toSorted((one, other) => warningRank(one) - warningRank(other))[0] ?? first;
    const backgroundColor = background(color);
    // a URI, as a click passes it: a plain argument would count as a call from code, which rejects on failure
    const address = vscode.Uri.from({ scheme: schemes.records, authority: first.id });
    const title = t('Connection');
    this.#item.show({
      icon: isReadOnly ? 'lock' : 'server',
      text: name,
      tooltip: [
        ...all.flatMap((one) => [t('Connection: {0}', one.name), one.baseUrl]),
        isReadOnly ? t('Read-only') : undefined,
      ],
      spoken: isReadOnly ? t('Connection {0}, read-only', name) : t('Connection {0}', name),
      backgroundColor,
      color: backgroundColor ? undefined : connectionThemeColor(color),
      command:
        all.length === 1
          ? createCommand('connectionActions', title, address)
          : createCommand('connectionActions', title),
    });
  }

  #inFront(): readonly Connection[] {
    const uri = uriOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input);
    const address = uri && addressOfUri(uri);
    const addressed = address && this.#connections.get(address.connection);
    if (addressed) return [addressed];
    return [...this.#pages].find(({ panel }) => panel.active)?.connections() ?? [];
  }
}

class MarkedPage {
  readonly panel: vscode.WebviewPanel;
  readonly connections: () => readonly Connection[];
  readonly first: readonly ShownConnection[];
  #sent: string;

  constructor(panel: vscode.WebviewPanel, connections: () => readonly Connection[]) {
    this.panel = panel;
    this.connections = connections;
    this.first = this.#shown;
    this.#sent = JSON.stringify(this.first);
  }

  get #shown(): readonly ShownConnection[] {
    return this.connections().map(shownConnection);
  }

  begin(): void {
    this.#sent = JSON.stringify(this.first);
    this.update();
  }

  update(): void {
    const shown = this.#shown;
    const now = JSON.stringify(shown);
    if (now === this.#sent) return;
    this.#sent = now;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own has no such thing
    void this.panel.webview.postMessage(connectionsMessage(shown));
  }
}

function warningRank({ color }: Connection): number {
  return color === undefined ? connectionColors.length : connectionColors.indexOf(color);
}

/**
 * The two background colors VS Code allows for status bar items, so that a dangerous connection stands out; high
 * contrast themes have none.
 */
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

/** The theme color for a connection's color; undefined if it has none. */
export function connectionThemeColor(color: ConnectionColor | undefined): vscode.ThemeColor | undefined {
  if (color === undefined) return undefined;
  // not `charts.orange`: it is hardly visible in dark themes and black in the light high contrast theme
  return new vscode.ThemeColor(color === 'orange' ? 'symbolIcon.classForeground' : `charts.${color}`);
}
