import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createProfile, type Profile, type Settings } from '../vscode/profile.ts';
import { installExtensions, type Server, startServer } from '../vscode/server.ts';
import { atEnd } from './program.ts';
import { vsixFile } from './projectPaths.ts';
import { TokenWatch } from './tokenWatch.ts';

export interface VsCodeOptions {
  readonly settings?: Settings;
  /** The workspace; defaults to an empty folder. */
  readonly folder?: string;
  readonly vsix?: string;
  /** Folders of additional extensions, by install name. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Display language; VS Code's own texts stay English, since no language pack is available. */
  readonly language?: string;
  /** Virtual workspace folders as URIs, instead of the folder. */
  readonly virtualFolders?: readonly string[];
  /** Opens the workspace in Restricted Mode without asking. */
  readonly isUntrusted?: boolean;
}

export interface VsCode {
  readonly address: string;
  readonly folder: string;
  /** The workspace file, if the workspace isn't the folder. */
  readonly workspaceFile: string | undefined;
  readonly userData: string;
  readonly pid: number;
  readonly language: string | undefined;
  output(): string;
  /** Fails if a token was found anywhere; `found` lists where others have found one. */
  end(found?: readonly string[]): Promise<void>;
  /**
   * Fails like `end`, but leaves the server running, once no window is open. The returned function makes it a VS Code
   * with these settings, an empty folder and nothing of what earlier windows have left.
   */
  leave(found: readonly string[]): Promise<(settings?: Settings) => VsCode>;
}

/**
 * A newly opened tab takes focus asynchronously, which would close a question that a fast test has already opened; no
 * user is that fast.
 */
const unhurried: Settings = { 'workbench.quickOpen.closeOnFocusLost': false };

const untrusted: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** A separate VS Code with the packaged extension and no state from earlier runs. */
export async function startVsCode(options: VsCodeOptions = {}): Promise<VsCode> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'recordbench-e2e-'));
  const forget = atEnd(async () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const folder = options.folder ?? emptyFolder(home);
  const asksForTrust = options.isUntrusted ?? false;
  const profile = createProfile(home, { ...unhurried, ...(asksForTrust && untrusted), ...options.settings });
  // without the list of installed extensions, VS Code scans the folder
  const filter = (file: string): boolean => path.basename(file) !== 'extensions.json';
  cpSync(await installed(options.vsix ?? vsixFile), profile.extensions, { recursive: true, filter });
  for (const [name, from] of Object.entries(options.extensions ?? {}))
    cpSync(from, path.join(profile.extensions, name), { recursive: true });
  const workspaceFile = options.virtualFolders && path.join(home, 'virtual.code-workspace');
  if (workspaceFile) {
    const folders = options.virtualFolders.map((uri) => ({ uri }));
    writeFileSync(workspaceFile, JSON.stringify({ folders }));
  }
  const watch = new TokenWatch();
  const server = await startServer({ profile, folder, port: 0, asksForTrust });
  return inUse({ home, forget, profile, server, workspaceFile, language: options.language }, folder, watch);
}

interface Started {
  readonly home: string;
  /** Removes it. */
  readonly forget: () => Promise<void>;
  readonly profile: Profile;
  readonly server: Server;
  readonly workspaceFile: string | undefined;
  readonly language: string | undefined;
}

function inUse(started: Started, folder: string, watch: TokenWatch): VsCode {
  const { home, forget, profile, server, workspaceFile, language } = started;
  const end = async (found: readonly string[] = []): Promise<void> => {
    await server.end();
    try {
      watch.end(profile.userData, server.output(), found);
    } finally {
      await forget();
    }
  };
  return {
    address: server.address,
    folder,
    workspaceFile,
    userData: profile.userData,
    pid: server.pid,
    language,
    output: () => server.output(),
    end,
    leave: async (found) => {
      try {
        watch.end(profile.userData, server.output(), found);
      } catch (error) {
        await end();
        throw error;
      }
      return (settings) => {
        // settings, unsaved text, and what extensions have stored
        rmSync(path.join(profile.userData, 'User'), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
        createProfile(home, { ...unhurried, ...settings });
        return inUse(started, emptyFolder(home), new TokenWatch());
      };
    },
  };
}

/** Always with the same name, which is in pictures, but in another place: VS Code remembers windows by their folder. */
function emptyFolder(home: string): string {
  const folder = path.join(mkdtempSync(path.join(home, 'window-')), 'workspace');
  mkdirSync(folder);
  return folder;
}

const installations = new Map<string, Promise<string>>();

/** The extensions folder with this package: installed once, then copied for every VS Code of the process. */
function installed(vsix: string): Promise<string> {
  let folder = installations.get(vsix);
  if (!folder) installations.set(vsix, (folder = install(vsix)));
  return folder;
}

async function install(vsix: string): Promise<string> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'recordbench-e2e-'));
  atEnd(async () => rmSync(home, { recursive: true, force: true }));
  const profile = createProfile(home, {});
  await installExtensions(profile, [vsix]);
  return profile.extensions;
}
