import { resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import type { Progress } from '../support/progress.ts';
import { StartedProcess } from '../support/startedProcess.ts';
import { SetupError } from '../support/setupError.ts';
import type { Profile } from './profile.ts';

/** Installs the package and opens a window. Ends when the window is closed, or with the program. */
export async function startDesktop(
  progress: Progress,
  executable: string,
  profile: Profile,
  vsix: string,
  folder: string,
): Promise<number> {
  const place = ['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions];
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // Electron's sandbox doesn't run as root
  await progress.step('Install Recordbench into it', async () => {
    const [command = executable, ...args] = resolveCliArgsFromVSCodeExecutablePath(executable, {
      reuseMachineInstall: true,
    });
    const install = new StartedProcess(command, [...args, ...place, ...root, '--force', '--install-extension', vsix]);
    if ((await install.finished()) !== 0) {
      throw new SetupError('VS Code did not install Recordbench.', `It said:\n${install.output}`);
    }
  });
  const window = new StartedProcess(executable, [
    ...place,
    ...root,
    '--disable-workspace-trust',
    '--new-window',
    folder,
  ]);
  progress.say('\nRecordbench is open in a desktop VS Code. Close its window or press Ctrl+C to end it.');
  return await window.finished();
}
