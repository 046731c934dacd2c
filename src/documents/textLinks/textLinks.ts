import * as vscode from 'vscode';
import type { Clients } from '../../services/connections/clients.ts';
import { ListedFields } from '../../services/lists/listedFields.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import { referenceTargets, type Target, targetsIn, targetUri, type TextLinksDeps } from './linkTarget.ts';
import { t } from '@vscode/l10n';
import { recordCard } from '../../model/form/shownValue.ts';
import { recordTitle } from '../../model/form/recordForm.ts';
import { sentenceOf } from '../../platform/errorReporter.ts';
import { createDocumentLink, createHover } from '../../platform/ui/documentTexts.ts';

interface CardDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly listViews: Pick<ListViewCache, 'known'>;
  readonly forms: RecordForms;
}

/** What leads to a record or a list view in any text. */
export class TextLinks {
  readonly #deps: TextLinksDeps;
  readonly hover: RecordHover;

  constructor(deps: TextLinksDeps & CardDeps) {
    this.#deps = deps;
    this.hover = new RecordHover(deps);
  }

  async inDocument(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const text = document.getText();
    const references = await referenceTargets({ uri: document.uri, text }, this.#deps);
    return [...targetsIn(text, this.#deps), ...references].map((target) => {
      const end = document.positionAt(target.start + target.length);
      const range = new vscode.Range(document.positionAt(target.start), end);
      return createDocumentLink(range, targetUri(target), target.tooltip);
    });
  }

  inTerminal(line: string): (Target & { readonly startIndex: number })[] {
    return targetsIn(line, this.#deps).map(({ start, ...target }) => ({ startIndex: start, start, ...target }));
  }
}

const mostLines = 6;
const longestValue = 120;

/** A card about the record that a link leads to. It asks the service when someone points at it, and not before. */
class RecordHover implements vscode.HoverProvider {
  readonly #deps: TextLinksDeps;
  readonly #forms: RecordForms;
  readonly #listed: ListedFields;

  constructor(deps: TextLinksDeps & CardDeps) {
    this.#deps = deps;
    this.#forms = deps.forms;
    this.#listed = new ListedFields(deps);
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const line = document.lineAt(position.line);
    const lineStart = document.offsetAt(line.range.start);
    const references = await referenceTargets({ uri: document.uri, text: document.getText() }, this.#deps);
    const target = [
      ...targetsIn(line.text, this.#deps),
      ...references.map((one) => ({ ...one, start: one.start - lineStart })),
    ].find(({ start, length }) => start <= position.character && position.character <= start + length);
    if (target?.address?.kind !== 'record') return undefined;
    const { connection, controller, id } = target.address;
    const where = `${controller} ${id} · ${this.#deps.connections.get(connection)?.name ?? connection}`;
    const { start, length } = target;
    const range = new vscode.Range(position.line, start, position.line, start + length);
    try {
      const [form, listed] = await Promise.all([
        this.#forms.get(connection, controller, id),
        this.#listed.of(connection, controller),
      ]);
      const title = oneLine(recordTitle(form));
      const lines = recordCard(form, mostLines, listed).map(
        ({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`,
      );
      return createHover(range, form.isDeleted ? `${title} ${t('(deleted)')}` : title, [where, ...lines]);
    } catch (error) {
      return createHover(range, '', [where, sentenceOf(t('Reading the record'), error)]);
    }
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longestValue ? `${line.slice(0, longestValue - 1)}…` : line;
}
