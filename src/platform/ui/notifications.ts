import * as vscode from 'vscode';
import { plainLabel, plainSentence, plainStatus } from './plainText.ts';

/**
 * What a person is told without being asked. With `questions.ts` and `views.ts` the one door to what VS Code itself shows:
 * whatever is said may hold text of a service or of a person, so all of it is shown as text.
 */

type Notification = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';

const notify =
  (kind: Notification) =>
  async <Button extends string>(sentence: string, ...buttons: readonly Button[]): Promise<Button | undefined> =>
    vscode.window[kind](plainSentence(sentence), ...buttons);

export const showInformation = notify('showInformationMessage');
export const showWarning = notify('showWarningMessage');
export const showError = notify('showErrorMessage');

type Progress = vscode.Progress<{ message?: string; increment?: number }>;

export function withProgress<T>(
  options: vscode.ProgressOptions & { readonly title: string },
  work: (progress: Progress, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  return vscode.window.withProgress({ ...options, title: plainLabel(options.title) }, (progress, token) =>
    work({ report: ({ message = '', ...more }) => progress.report({ ...more, message: plainLabel(message) }) }, token),
  );
}

/** A line of the status bar, gone after a while. */
export function showInStatusBar(sentence: string, milliseconds: number): void {
  vscode.window.setStatusBarMessage(plainStatus(sentence), milliseconds);
}
