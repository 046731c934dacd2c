import { existsSync, globSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import type { Progress } from '../support/progress.ts';
import { keptFolder } from '../support/projectPaths.ts';

export function hasScreen(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return true;
  if (platform === 'darwin') return !env['SSH_CONNECTION'];
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** The executable behind `code` on the PATH. The command itself starts it and exits, so Ctrl+C couldn't end it. */
export function desktopOnPath(searchPath: string = process.env['PATH'] ?? ''): string | undefined {
  const command = process.platform === 'win32' ? 'code.cmd' : 'code';
  for (const folder of searchPath.split(path.delimiter).filter(Boolean)) {
    const file = path.join(folder, command);
    const found = existsSync(file) ? programBehind(realpathSync(file)) : undefined;
    if (found) return found;
  }
  return undefined;
}

function programBehind(command: string): string | undefined {
  const bin = path.dirname(command);
  const places = [
    path.join(bin, '..', 'code'),
    path.join(bin, '..', 'Code.exe'),
    path.join(bin, '../../../MacOS/Code'),
    path.join(bin, '../../../MacOS/Electron'),
  ];
  return path.basename(bin) === 'bin' ? places.find((file) => existsSync(file)) : undefined;
}

/** True if a desktop build was downloaded earlier, or the download server responds now. */
export async function canDownloadDesktop(): Promise<boolean> {
  if (globSync('vscode-*/', { cwd: keptFolder }).length > 0) return true;
  try {
    const answer = await fetch('https://update.code.visualstudio.com/api/releases/stable', {
      signal: AbortSignal.timeout(3_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export async function downloadDesktop(progress: Progress): Promise<string> {
  return await progress.step('Download a desktop VS Code into .vscode-test (once)', () =>
    downloadAndUnzipVSCode({
      cachePath: keptFolder,
      reporter: { report() {}, error: (error) => console.error(error) },
    }),
  );
}
