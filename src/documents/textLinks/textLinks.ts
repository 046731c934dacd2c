import * as vscode from 'vscode';
import type { Clients } from '../../services/connections/clients.ts';
import { ListedFields } from '../../services/lists/listedFields.ts';
import type { ListViewCache } from '../../services/lists/listViewCache.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import { t } from '@vscode/l10n';
import { recordCard } from '../../model/form/shownValue.ts';
import { recordTitle } from '../../model/form/recordForm.ts';
import { sentenceOf } from '../../platform/errorReporter.ts';
import { createDocumentLink, createHover } from '../../platform/ui/documentTexts.ts';
import { schemes } from '../../manifest.ts';
import { parseAddress, type RecordsAddress } from '../../model/address/address.ts';
import type { ControllerName } from '../../model/controller.ts';
import { serviceLinksIn } from '../../model/address/serviceLinks.ts';
import { idsIn, linksIn, type TextId, type TextLink } from '../../model/address/linksInText.ts';
import type { IsPlainQuery } from '../../model/list/recordQuery.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { createCommand } from '../../platform/runCommand.ts';
import { wantsPlainIds } from '../../platform/settings.ts';
import type { Connections } from '../../services/connections/connections.ts';
import { referencedControllers, type ReferenceSources } from '../../services/references/referencedControllers.ts';
import { referencesInText } from '../../model/draft/referencesInText.ts';

interface CardDeps {
  readonly clients: Pick<Clients, 'get'>;
  readonly listViews: Pick<ListViewCache, 'known'>;
  readonly forms: RecordForms;
}

/** Finds links to records and list views in any text. */
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

const maxLines = 6;
const longestValue = 120;

/** Hover for a linked record. Sends a request only on hover. */
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
        this.#listed.get(connection, controller),
      ]);
      const title = oneLine(recordTitle(form));
      const lines = recordCard(form, maxLines, listed).map(
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

interface LinkSources {
  readonly connections: Connections;
  readonly listViews: Pick<ListViewCache, 'knownControllers'>;
  readonly isPlainQuery: IsPlainQuery;
}

interface TextLinksDeps extends LinkSources, ReferenceSources {
  readonly listViews: ReferenceSources['listViews'];
}

/** A link in a text and its target. */
interface Target {
  readonly start: number;
  readonly length: number;
  readonly command: vscode.Command;
  readonly tooltip: string;
  readonly address: RecordsAddress | undefined;
}

/** Links of existing connections; plain ids only if the setting allows them. */
export function targetsIn(text: string, deps: LinkSources): Target[] {
  const connections = deps.connections.all();
  // read once: each call re-reads the settings, and a text may hold thousands of links
  const names = new Map(connections.map(({ id, name }) => [id, name]));
  const own = linksIn(text, deps.isPlainQuery).filter(({ address }) => names.has(address.connection));
  const links = [...own, ...serviceLinksIn(text, connections)];
  const targets = links.map((link) => linkTarget(link, names.get(link.address.connection) ?? link.address.connection));
  return wantsPlainIds() ? [...targets, ...idTargets(text, links, deps)] : targets;
}

function linkTarget({ start, length, address, query }: TextLink, name: string): Target {
  const isPlain = Object.keys(query).length === 0;
  const { connection, controller } = address;
  const listView = address.kind === 'listView' ? address.listView : undefined;
  const argument = {
    connection,
    controller,
    ...(listView !== undefined && { listView }),
    query,
  };
  return {
    start,
    length,
    address,
    command: isPlain ? opening(address) : createCommand('openListView', '', argument),
    tooltip: address.kind === 'record' ? t('Open the record in {0}', name) : t('Open the list view in {0}', name),
  };
}

function idTargets(text: string, links: readonly TextLink[], { connections, listViews }: LinkSources): Target[] {
  const known = connections.all().flatMap(({ id }) => listViews.knownControllers(id).map((name) => ({ id, name })));
  const byName = Map.groupBy(known, ({ name }) => name);
  return idsIn(text, [...byName.keys()], links).map(({ start, length, id, controller }: TextId) => {
    const matches = (controller && byName.get(controller)) ?? [];
    const [match] = matches;
    const address: RecordsAddress | undefined =
      match && controller && matches.length === 1
        ? { kind: 'record', connection: match.id, controller, id }
        : undefined;
    return {
      start,
      length,
      address,
      command: address ? opening(address) : createCommand('goToRecord', '', { text: id }),
      tooltip: address ? t('Open the record') : t('Look for the record with this id'),
    };
  });
}

/** Targets of the references in the text of a record or a compared record. */
async function referenceTargets(
  { uri, text }: { readonly uri: vscode.Uri; readonly text: string },
  deps: TextLinksDeps,
): Promise<Target[]> {
  const isRecord = uri.scheme === schemes.records || uri.scheme === schemes.compared;
  const address = isRecord ? parseAddress(uri) : undefined;
  const connection = address && deps.connections.get(address.connection);
  if (!connection || address.kind === 'listView') return [];
  const controllers = new Map<string, ControllerName | undefined>();
  const targets: Target[] = [];
  for (const { start, length, id, model } of referencesInText(text)) {
    if (!controllers.has(model)) {
      const [only, ...others] = await referencedControllers(deps, connection.id, { model }).catch(() => []);
      // with several candidates, the user picks one in the form
      controllers.set(model, others.length === 0 ? only : undefined);
    }
    const controller = controllers.get(model);
    if (!controller) continue;
    const to: RecordsAddress = { kind: 'record', connection: connection.id, controller, id };
    const tooltip = t('Open the record in {0}', connection.name);
    targets.push({ start, length, address: to, command: opening(to), tooltip });
  }
  return targets;
}

function opening(address: RecordsAddress): vscode.Command {
  return { command: 'vscode.open', title: '', arguments: [addressUri(address)] };
}

/** For links that can only hold a URI. */
function targetUri({ command: { command, arguments: given = [] } }: Target): vscode.Uri {
  const [first] = given as readonly unknown[];
  if (first instanceof vscode.Uri) return first;
  return vscode.Uri.from({ scheme: 'command', path: command, query: JSON.stringify(given) });
}
