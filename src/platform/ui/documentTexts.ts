import * as vscode from 'vscode';
import { plainLabel, plainMarkdown, plainSentence } from './plainText.ts';

/** Part of the gateway to VS Code's own UI (see `notifications.ts`): text shown in or next to documents. */

export function openDiff(left: vscode.Uri, right: vscode.Uri, title: string): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.diff', left, right, plainLabel(title));
}

/** Opens a multi-diff editor: each entry has a label and two sides, one of which may be missing. */
export function openChanges(
  title: string,
  changes: readonly (readonly [label: vscode.Uri, left: vscode.Uri | undefined, right: vscode.Uri | undefined])[],
): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.changes', plainLabel(title), changes);
}

export function createDiagnostic(range: vscode.Range, sentence: string, isError: boolean): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const made = new vscode.Diagnostic(range, plainSentence(sentence), isError ? error : warning);
  made.source = 'Recordbench';
  return made;
}

/** Hover and completion text for the fields of a JSON document. */
export function schemaText(schema: object): string {
  const plain = (name: string, value: unknown): unknown => {
    if ((name === 'title' || name === 'description') && typeof value === 'string') return plainSentence(value);
    return name === 'enumDescriptions' && Array.isArray(value) ? value.map((one) => plainSentence(String(one))) : value;
  };
  return JSON.stringify(schema, plain, 2);
}

/** A hover with a title and one paragraph per text. */
export function createHover(range: vscode.Range, title: string, texts: readonly string[]): vscode.Hover {
  const heading = title === '' ? [] : [`**${plainMarkdown(title)}**`];
  return new vscode.Hover(new vscode.MarkdownString([...heading, ...texts.map(plainMarkdown)].join('\n\n')), range);
}

/** VS Code inserts a tooltip unescaped into Markdown that can run commands. */
export function createDocumentLink(range: vscode.Range, target: vscode.Uri, tooltip: string): vscode.DocumentLink {
  const link = new vscode.DocumentLink(range, target);
  link.tooltip = plainMarkdown(tooltip);
  return link;
}
