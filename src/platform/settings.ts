import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { type Connection, type NetworkChoices, defaultNetworkChoices } from '../model/connection.ts';
import { readConnections, writeConnection } from '../model/connectionSetting.ts';
import type { JsonValue } from '../model/json.ts';
import type { ConnectionStore } from '../services/connections.ts';

/** The connections setting. Its scope is the application, so that no workspace can bring a connection along. */
export class SettingsConnectionStore implements ConnectionStore {
  readonly #tell: (problem: string) => void;

  constructor(tell: (problem: string) => void) {
    this.#tell = tell;
  }

  read(): readonly Connection[] {
    // only the user's own value counts, whatever the scope rules of some host may let through
    const own = configuration().inspect<JsonValue>(settings.connections)?.globalValue;
    const { connections, problems } = readConnections(own, networkDefaults());
    for (const problem of problems) this.#tell(problem);
    return connections;
  }

  async write(connections: readonly Connection[]): Promise<void> {
    const usual = networkDefaults();
    await configuration().update(
      settings.connections,
      connections.map((connection) => writeConnection(connection, usual)),
      vscode.ConfigurationTarget.Global,
    );
  }

  readonly onDidChange = (listener: () => void): vscode.Disposable =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        [settings.connections, settings.pageSize, settings.requestTimeout].some((id) => event.affectsConfiguration(id))
      )
        listener();
    });
}

export function startsDemoByItself(): boolean {
  return configuration().get<boolean>(settings.demoAutoStart) ?? false;
}

function networkDefaults(): NetworkChoices {
  const pageSize = configuration().get<number>(settings.pageSize);
  const seconds = configuration().get<number>(settings.requestTimeout);
  const proxy = configuration().get<string>('http.proxy')?.trim();
  return {
    pageSize: positive(pageSize) ?? defaultNetworkChoices.pageSize,
    timeoutMs: (positive(seconds) ?? defaultNetworkChoices.timeoutMs / 1000) * 1000,
    ...(proxy ? { proxy } : {}),
  };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration();
}
