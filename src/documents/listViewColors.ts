import { visit } from 'jsonc-parser';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';

const types = ['property', 'string', 'number', 'keyword'] as const;
const legend = new vscode.SemanticTokensLegend([...types]);

/**
 * Syntax colors for a list view opened as text. A grammar would work, too, but VS Code loads it with the first document
 * of the language, which delays the first table of a window.
 */
export function registerListViewColors(): vscode.Disposable {
  return vscode.languages.registerDocumentSemanticTokensProvider(
    { scheme: schemes.records, pattern: '**/*.listview' },
    { provideDocumentSemanticTokens: (document) => tokensOf(document) },
    legend,
  );
}

function tokensOf(document: vscode.TextDocument): vscode.SemanticTokens {
  const tokens = new vscode.SemanticTokensBuilder(legend);
  const push = (type: (typeof types)[number], offset: number, length: number): void => {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    // a token being typed may be unterminated
    if (range.isSingleLine) tokens.push(range, type);
  };
  visit(document.getText(), {
    onObjectProperty: (_, offset, length) => push('property', offset, length),
    onLiteralValue: (value, offset, length) => push(typeOf(value), offset, length),
  });
  return tokens.build();
}

function typeOf(value: unknown): (typeof types)[number] {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'keyword';
}
