import * as vscode from 'vscode';
import type { RecordForms } from '../../services/recordForms.ts';
import { type Target, targetsIn, targetUri, type TextLinkParts } from './linkTarget.ts';
import { RecordHover } from './recordHover.ts';

/** What leads to a record or a list view in any text. */
export class TextLinks {
  readonly #parts: TextLinkParts;
  readonly hover: RecordHover;

  constructor(parts: TextLinkParts & { readonly forms: RecordForms }) {
    this.#parts = parts;
    this.hover = new RecordHover(parts, parts.forms);
  }

  inDocument(document: vscode.TextDocument): vscode.DocumentLink[] {
    return targetsIn(document.getText(), this.#parts).map((target) => {
      const end = document.positionAt(target.start + target.length);
      const link = new vscode.DocumentLink(new vscode.Range(document.positionAt(target.start), end), targetUri(target));
      link.tooltip = target.tooltip;
      return link;
    });
  }

  inTerminal(line: string): (vscode.TerminalLink & Target)[] {
    return targetsIn(line, this.#parts).map(({ start, ...target }) => ({ startIndex: start, start, ...target }));
  }
}
