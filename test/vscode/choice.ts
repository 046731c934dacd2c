import type { Progress } from '../support/progress.ts';
import { SetupError } from '../support/setupError.ts';
import { canDownloadDesktop, desktopOnPath, downloadDesktop, hasScreen } from './desktop.ts';

/** Which VS Code is used, and why. */
export type Choice =
  | { readonly kind: 'server'; readonly why: string }
  | { readonly kind: 'desktop'; readonly why: string; readonly executable: string };

/** A desktop build if there is a display and one is available, otherwise the server build. `wish` overrides this. */
export async function chooseVsCode(progress: Progress, wish?: 'server' | 'desktop'): Promise<Choice> {
  if (wish === 'server') return { kind: 'server', why: 'as you asked' };
  if (!hasScreen()) {
    if (wish === 'desktop') {
      throw new SetupError(
        'Desktop VS Code needs a display, and there is none (DISPLAY is not set).',
        'Leave out --desktop to use the browser.',
      );
    }
    return { kind: 'server', why: 'this machine has no display' };
  }
  const own = desktopOnPath();
  if (own) return { kind: 'desktop', why: 'it is on your PATH', executable: own };
  if (await canDownloadDesktop()) {
    return { kind: 'desktop', why: 'downloaded for this project', executable: await downloadDesktop(progress) };
  }
  if (wish === 'desktop') {
    throw new SetupError(
      'No desktop VS Code is on the PATH, and none can be downloaded from here.',
      'Install VS Code with its code command, or leave out --desktop to use the browser.',
    );
  }
  return { kind: 'server', why: 'no desktop VS Code is on the PATH and none can be downloaded' };
}
