import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/** VS Code's per-user folders. */
export interface Profile {
  readonly userData: string;
  readonly extensions: string;
}

/** Shows only the extension: no tips, no chat, no network requests. */
const calm: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Writes the settings once; the user's later changes are kept. */
export function createProfile(folder: string, settings: Settings): Profile {
  const profile = { userData: path.join(folder, 'user-data'), extensions: path.join(folder, 'extensions') };
  const file = path.join(profile.userData, 'User', 'settings.json');
  mkdirSync(path.dirname(file), { recursive: true });
  mkdirSync(profile.extensions, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify({ ...calm, ...settings }, undefined, 2)}\n`);
  return profile;
}
