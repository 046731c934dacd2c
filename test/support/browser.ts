import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { withFileLock } from '../../src/node/fileLock.ts';
import { atEnd } from './program.ts';
import type { Progress } from './progress.ts';
import { inProject, keptFolder } from './projectPaths.ts';
import { SetupError } from './setupError.ts';
import { StartedProcess } from './startedProcess.ts';

const log = path.join(keptFolder, 'apt.log');
const downloadLog = path.join(keptFolder, 'chromium.log');

/** Headless Chromium shell, which opens a page in half the time. */
const shell = '/usr/bin/chromium-headless-shell';

/** Where Chromium, Chrome and Edge are usually found. */
const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    shell,
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].map(
      (name) => `/usr/bin/${name}`,
    ),
  ],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
  ),
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((file) =>
      path.win32.join(process.env[variable] ?? 'C:\\', file),
    ),
  ),
};

/**
 * The browser's executable. On Debian as root, installs the fastest one first; if there is none, downloads one.
 * `CHROME_PATH` overrides the location.
 */
export function findBrowser(progress: Progress): Promise<string> {
  return (found ??= find(progress));
}

let found: Promise<string> | undefined;

async function find(progress: Progress): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named && existsSync(named)) return named;
  if (mayInstall() && !existsSync(shell)) {
    await progress.step('Install Chromium with apt-get', () =>
      withFileLock(path.join(keptFolder, 'apt.lock'), async () => {
        if (!existsSync(shell)) await installChromium();
      }),
    );
  }
  const browser = installedBrowser();
  if (browser) return browser;
  const own = chromium.executablePath();
  if (!existsSync(own)) {
    await progress.step('Download Chromium (200 MB, once)', () =>
      withFileLock(path.join(keptFolder, 'chromium.lock'), async () => {
        if (!existsSync(own)) await downloadChromium();
      }),
    );
  }
  return own;
}

/** Downloads into Playwright's browser cache of this user. */
async function downloadChromium(): Promise<void> {
  const cli = inProject('node_modules', 'playwright-core', 'cli.js');
  const download = new StartedProcess(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    log: downloadLog,
  });
  if ((await download.finished()) === 0) return;
  throw new SetupError(
    `No Chromium, Chrome or Edge was found, and none could be downloaded: see ${path.relative(process.cwd(), downloadLog)}.`,
    'Install one (on Debian and Ubuntu: sudo apt-get install chromium) or name it: CHROME_PATH=/path/to/chrome npm test',
  );
}

/** Launches a headless browser that is closed when the launching program exits. */
export async function launchBrowser(executable: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: executable,
    // the sandbox refuses to run as root, and all pages are our own
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  atEnd(() => browser.close());
  return browser;
}

function installedBrowser(): string | undefined {
  return usualPlaces[process.platform]?.find((file) => existsSync(file));
}

function mayInstall(): boolean {
  return existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

async function installChromium(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', path.basename(shell)]]) {
    const code = await new StartedProcess('apt-get', ['-q', ...args], { env, log }).finished();
    if (code !== 0) {
      if (installedBrowser()) return; // slower, but good enough
      throw new SetupError(
        `Chromium could not be installed: apt-get ${args[0]} ended with code ${code}.`,
        `See ${path.relative(process.cwd(), log)}, or install Chromium by hand and run the command again.`,
      );
    }
  }
}
