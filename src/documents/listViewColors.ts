import { visit } from 'jsonc-parser';
import * as vscode from 'vscode';
import { schemes } from '../manifest.ts';

const types = ['property', 'string', 'number', 'keyword'] as const;
const legend = new vscode.SemanticTokensLegend([...types]);

/**
 * The colors of a list view that is looked at as text. A grammar would do it too, but VS Code loads one with the first
 * document of its language, which is the first table of a window that waits for its rows.
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
    // what is being typed may have no end yet
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
