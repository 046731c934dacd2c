import * as vscode from 'vscode';
import { plainLabel, plainSentence, plainStatus } from './plainText.ts';

/**
 * Notifications. Together with `questions.ts` and `views.ts` the only gateway to VS Code's own UI: messages may contain
 * text from a service or a user, so all of it is escaped to plain text.
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

/** Shows a temporary status bar message. */
export function showInStatusBar(sentence: string, milliseconds: number): void {
  vscode.window.setStatusBarMessage(plainStatus(sentence), milliseconds);
}
