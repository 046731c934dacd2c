import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { controllerText } from '../../model/controller.ts';
import { recordCard } from '../../model/form/shownValue.ts';
import { recordTitle } from '../../model/form/recordForm.ts';
import { sentenceOf } from '../../platform/errors.ts';
import type { RecordForms } from '../../services/recordForms.ts';
import { targetsIn, type TextLinkParts } from './linkTarget.ts';

const mostLines = 6;
const longestValue = 120;

/** A card about the record that a link leads to. It asks the service when someone points at it, and not before. */
export class RecordHover implements vscode.HoverProvider {
  readonly #parts: TextLinkParts;
  readonly #forms: RecordForms;

  constructor(parts: TextLinkParts, forms: RecordForms) {
    this.#parts = parts;
    this.#forms = forms;
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const line = document.lineAt(position.line);
    const target = targetsIn(line.text, this.#parts).find(
      ({ start, length }) => start <= position.character && position.character <= start + length,
    );
    if (target?.address?.kind !== 'record') return undefined;
    const { connection, controller, id } = target.address;
    const card = new vscode.MarkdownString();
    const place = `${controllerText(controller)} ${id} · ${this.#parts.connections.get(connection)?.name ?? connection}`;
    try {
      const form = await this.#forms.get(connection, controller, id);
      card
        .appendMarkdown('**')
        .appendText(oneLine(recordTitle(form)))
        .appendMarkdown('**');
      card
        .appendText(form.isDeleted ? ` ${t('(deleted)')}` : '')
        .appendMarkdown('\n\n')
        .appendText(place);
      for (const { label, value } of recordCard(form, mostLines))
        card.appendMarkdown('\n\n').appendText(`${oneLine(label)}: ${oneLine(value)}`);
    } catch (error) {
      card
        .appendText(place)
        .appendMarkdown('\n\n')
        .appendText(sentenceOf(t('Reading the record'), error));
    }
    const { start, length } = target;
    return new vscode.Hover(card, new vscode.Range(position.line, start, position.line, start + length));
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line;
}
