import * as vscode from 'vscode';

type Ask = 'showWarningMessage' | 'showInformationMessage' | 'showErrorMessage' | 'showQuickPick' | 'showInputBox';

/** Stands in for the person who is asked, while `action` runs: answers what was asked, in order. */
export async function asked(
  kind: Ask,
  answer: (text: string, items: readonly unknown[]) => unknown,
  action: () => PromiseLike<unknown>,
): Promise<string[]> {
  const questions: string[] = [];
  const window = vscode.window as unknown as Record<Ask, (...args: unknown[]) => Promise<unknown>>;
  const original = window[kind];
  window[kind] = async (first: unknown, ...rest: unknown[]): Promise<unknown> => {
    const isPick = Array.isArray(first);
    const options = (isPick ? rest[0] : first) as { placeHolder?: string; title?: string } | string | undefined;
    const text = typeof options === 'object' ? String(isPick ? options.placeHolder : options.title) : String(options);
    questions.push(text);
    return answer(text, isPick ? first : rest);
  };
  try {
    await action();
  } finally {
    window[kind] = original;
  }
  return questions;
}
