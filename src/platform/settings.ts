import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import { type Connection, type NetworkChoices } from '../model/connection/connection.ts';
import { readConnections } from '../model/connection/connectionSetting.ts';
import type { ProxySettings } from '../model/connection/proxy.ts';
import type { JsonValue } from '../model/json.ts';
import { boundedNumber, type NumberSetting, numberSettings } from '../model/numberSetting.ts';
import type { ConnectionStore } from '../services/connections/connections.ts';

/** The connections setting. Application scope, so that no workspace can add a connection. */
export class SettingsConnectionStore implements ConnectionStore {
  readonly #report: (problems: readonly string[]) => void;
  /** Cached setting, because every request reads it. */
  #read: readonly Connection[] | undefined;

  /** `report` receives the problems on every read, and an empty list once the setting is valid. */
  constructor(report: (problems: readonly string[]) => void) {
    this.#report = report;
    this.onDidChange(() => (this.#read = undefined));
  }

  readConnections(): readonly Connection[] {
    if (this.#read) return this.#read;
    const { connections, problems } = readConnections(ownSetting(), networkDefaults());
    this.#read = connections;
    this.#report(problems);
    return connections;
  }

  async writeConnections(connections: readonly Connection[]): Promise<void> {
    const { writeConnections } = await import('../model/connection/writeConnections.ts');
    await configuration().update(
      settings.connections,
      writeConnections(ownSetting(), connections, networkDefaults()),
      vscode.ConfigurationTarget.Global,
    );
  }

  readonly networkDefaults = networkDefaults;
  readonly proxySettings = proxySettings;

  readonly onDidChange = (listener: () => void): vscode.Disposable =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      const those = [
        settings.connections,
        settings.pageSize,
        settings.requestTimeout,
        ...Object.values(proxySettingIds),
      ];
      if (those.some((id) => event.affectsConfiguration(id))) listener();
    });
}

export function startsDemoByItself(): boolean {
  return configuration().get<boolean>(settings.demoAutoStart) ?? false;
}

/** True if cells that a spreadsheet would run as formulas are escaped. */
export function defusesFormulas(): boolean {
  return configuration().get<boolean>(settings.defuseFormulas) ?? true;
}

/** True if plain ids in text become links to their records, too. */
export function wantsPlainIds(): boolean {
  return configuration().get<boolean>(settings.linksPlainIds) === true;
}

/** Clamps whatever value the user entered. */
export function numberSetting(name: NumberSetting): number {
  return boundedNumber(configuration().get<unknown>(settings[name]), numberSettings[name]);
}

function networkDefaults(): NetworkChoices {
  return {
    pageSize: numberSetting('pageSize'),
    timeoutMs: numberSetting('requestTimeout') * 1_000,
  };
}

/** VS Code's own, which no workspace can set. */
const proxySettingIds = {
  address: 'http.proxy',
  authorization: 'http.proxyAuthorization',
  exceptions: 'http.noProxy',
  support: 'http.proxySupport',
} as const;

function proxySettings(): ProxySettings {
  const read = (id: string): unknown => configuration().get<unknown>(id);
  const [address, authorization] = [read(proxySettingIds.address), read(proxySettingIds.authorization)].map(nonBlank);
  const exceptions = read(proxySettingIds.exceptions);
  return {
    exceptions: Array.isArray(exceptions) ? exceptions.flatMap((entry) => nonBlank(entry) ?? []) : [],
    isOff: read(proxySettingIds.support) === 'off',
    ...(address === undefined ? {} : { address }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

function nonBlank(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Only the user value counts, even if a host's scope rules allow others. */
export function ownSetting(): JsonValue | undefined {
  return configuration().inspect<JsonValue>(settings.connections)?.globalValue;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration();
}
