import { t } from '@vscode/l10n';
import { workingFirst } from '../../platform/openRecords.ts';
import * as vscode from 'vscode';
import { addressParts, type RecordsAddress } from '../../model/address/address.ts';
import { shortName } from '../../model/controller.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { holdWords, searchWords } from '../../model/list/searchWords.ts';
import { serviceLinksIn } from '../../model/address/serviceLinks.ts';
import { linksIn } from '../../model/address/linksInText.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { copyText, linkTo } from '../../platform/clipboard.ts';
import { sentenceOf } from '../../platform/errorReporter.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { Recents } from '../../services/remembered/recents.ts';
import type { RecordPages } from '../../services/lists/recordPages.ts';
import {
  type SearchHit,
  type RecordSearch,
  searchSeen,
  type SearchRest,
  type SearchEnd,
} from '../../services/lists/recordSearch.ts';
import { createQuickPick, setItems, type QuickPick } from '../../platform/ui/questions.ts';

interface Line extends vscode.QuickPickItem {
  readonly address?: RecordsAddress;
  /** Text to search the list view for. */
  readonly search?: string;
}

export interface FinderDeps {
  readonly search: RecordSearch;
  /** Pages that tables have loaded; undefined until a table was opened. */
  readonly pages: () => Pick<RecordPages, 'seenRows'> | undefined;
  readonly recents: Recents;
  readonly recordForms: Pick<RecordForms, 'get' | 'known'>;
  readonly connections: Connections;
  /** Opens a table with this search applied. */
  readonly openTable: (uri: vscode.Uri, search: string, column: vscode.ViewColumn) => Promise<void>;
}

export interface FinderOptions {
  readonly title: string;
  readonly connection: string | undefined;
  readonly text: string | undefined;
}

/** Debounce while typing. The first key after a pause searches immediately. */
const pauseMs = 250;

/** Picker that searches ids and text across all controllers and connections. Shows results as they arrive. */
export class RecordFinder {
  readonly #deps: FinderDeps;
  readonly #pick: QuickPick<Line>;
  readonly #options: FinderOptions;
  readonly #toTheSide: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('split-horizontal'),
    tooltip: t('Open to the side'),
  };
  readonly #copyLink: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('link'), tooltip: t('Copy link') };
  #running = new AbortController();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #typedAt = -Infinity;
  #seen: readonly SearchHit[] = [];
  #linked: Line[] = [];
  #found: SearchHit[] = [];
  #rests: Line[] = [];
  #notices: Line[] = [];
  /** True if Enter was pressed before there was a result to open. */
  #isAwaited = false;

  constructor(deps: FinderDeps, options: FinderOptions) {
    this.#deps = deps;
    this.#options = options;
    const pick = createQuickPick<Line>({
      title: options.title,
      placeholder: t('Search by id, link, or words in the record'),
    });
    this.#pick = pick;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.value = options.text ?? '';
    pick.onDidChangeValue(() => {
      const isFirst = performance.now() - this.#typedAt > pauseMs;
      this.#typedAt = performance.now();
      this.#typed(isFirst ? 0 : pauseMs);
    });
    pick.onDidAccept(() => this.#accept(pick.activeItems[0]));
    pick.onDidTriggerItemButton(({ item, button }) => {
      if (!item.address) return;
      const query = item.search === undefined ? undefined : { search: item.search };
      if (button === this.#copyLink) void copyText(linkTo(item.address, query), t('Link'));
      else void this.#open(item, true);
    });
    pick.onDidHide(() => {
      clearTimeout(this.#waiting);
      this.#running.abort();
      pick.dispose();
    });
  }

  show(): void {
    this.#typed(0);
    this.#pick.show();
  }

  #typed(pause: number): void {
    clearTimeout(this.#waiting);
    this.#running.abort();
    this.#running = new AbortController();
    this.#isAwaited = false;
    this.#linked = [];
    this.#found = [];
    this.#rests = [];
    this.#notices = [];
    const text = this.#pick.value.trim();
    this.#pick.busy = text !== '';
    this.#seen = this.#seenHits(text);
    this.#draw();
    const { signal } = this.#running;
    if (text !== '') this.#waiting = setTimeout(() => void this.#search(text, signal), pause);
  }

  #seenHits(text: string): SearchHit[] {
    const { connection } = this.#options;
    const connections = this.#deps.connections.all().filter(({ id }) => connection === undefined || id === connection);
    const pages = this.#deps.pages();
    return pages ? searchSeen(text, pages, connections) : [];
  }

  async #search(text: string, signal: AbortSignal): Promise<void> {
    // use only the link's target, nothing else from the text
    const [link] = [...linksIn(text, () => true), ...serviceLinksIn(text, this.#deps.connections.all())];
    const linked = link?.address;
    if (linked && this.#deps.connections.get(linked.connection)) {
      this.#linked = [this.#line(linked, nameOf(linked))];
      // the link works even while its service doesn't respond
      this.#draw();
    }
    const end = await this.#deps.search.find(text, {
      signal,
      connection: this.#options.connection,
      onFound: (records, rest) => {
        this.#found.push(...records);
        if (rest) this.#rests.push(this.#restLine(rest, text));
        this.#draw();
      },
    });
    if (signal.aborted) return;
    this.#pick.busy = false;
    const isEmpty = end.isSearched && this.#pick.items.every(({ address }) => !address);
    this.#notices = searchNotices(end, isEmpty, text);
    this.#draw();
    await this.#nameChoices(signal);
  }

  /** A list doesn't include choices: one form per controller found does, and is loaded once typing has stopped. */
  async #nameChoices(signal: AbortSignal): Promise<void> {
    const { recordForms } = this.#deps;
    const asked = new Set<string>();
    for (const { address } of this.#found) {
      const { connection, controller, id } = address;
      const kind = `${connection} ${controller}`;
      if (asked.has(kind) || recordForms.known(connection, controller)) continue;
      asked.add(kind);
      await recordForms.get(connection, controller, id).catch(() => undefined);
      if (signal.aborted) return;
    }
    if (asked.size > 0) this.#draw();
  }

  #draw(): void {
    const { connection } = this.#options;
    const words = searchWords(this.#pick.value);
    const inOrder = <T extends Pick<Line, 'address'>>(all: readonly T[]): T[] =>
      workingFirst(all, ({ address }) => address?.connection ?? '');
    const recents = inOrder(this.#deps.recents.shown())
      .filter(({ address }) => connection === undefined || address.connection === connection)
      .map(({ address, label }) => this.#line(address, label))
      .filter(({ label, description = '' }) => holdWords([label, description], words));
    const hits = [true, false].flatMap((byId) => inOrder(this.#found.filter(({ isById }) => isById === byId)));
    const groups = [
      [t('recently opened'), recents],
      [t('found'), [...this.#linked, ...hits.map((hit) => this.#foundLine(hit))]],
      [t('seen in tables'), inOrder(this.#seen).map((hit) => this.#foundLine(hit))],
      [t('more'), inOrder(this.#rests)],
    ] as const;
    const known = new Set<string>();
    const lines = groups.flatMap(([label, group]) => {
      const fresh = group.filter((line) => !known.has(key(line)) && known.add(key(line)));
      return fresh.length > 0 ? [separator(label), ...fresh] : [];
    });
    const [active] = this.#pick.activeItems;
    this.#pick.keepScrollPosition = true;
    setItems(this.#pick, [...lines, ...this.#notices]);
    const first = lines.find(({ address }) => address);
    if (this.#isAwaited && first) void this.#open(first, false);
    // keep the active line when results arrive above it
    const same = active?.address && this.#pick.items.find((line) => line.address && key(line) === key(active));
    if (same) this.#pick.activeItems = [same];
  }

  /** If Enter is pressed before results arrive, opens the first one that does. */
  #accept(line: Line | undefined): void {
    const { items, busy } = this.#pick;
    // the line that was active before the last keystroke may no longer exist
    const meant = line && items.includes(line) ? line : items.find(({ address }) => address);
    if (meant?.address) void this.#open(meant, false);
    else this.#isAwaited = busy;
  }

  #foundLine({ address, name, isDeleted, details }: SearchHit): Line {
    const line = this.#line(address, isDeleted ? t('{0} (deleted)', name) : name);
    const texts = details(this.#deps.recordForms.known(address.connection, address.controller));
    return texts.length > 0 ? { ...line, detail: texts.join(' · ') } : line;
  }

  #restLine({ list, search, total, compared }: SearchRest, text: string): Line {
    const line = this.#line(list, restLabel(search === text ? undefined : search, total));
    const detail = compared === undefined ? undefined : t('Only {0} matches were compared for each word.', compared);
    return { ...line, search, iconPath: new vscode.ThemeIcon('table'), ...(detail !== undefined && { detail }) };
  }

  #line(address: RecordsAddress, label: string): Line {
    const connection = this.#deps.connections.get(address.connection)?.name ?? address.connection;
    const id = address.kind === 'record' ? `/${address.id}` : '';
    return {
      label,
      description: `${address.controller}${id} · ${connection}`,
      address,
      // the match may be in any word order, or in a field that isn't shown
      alwaysShow: true,
      buttons: [this.#toTheSide, this.#copyLink],
    };
  }

  async #open({ address, search }: Line, isBeside: boolean): Promise<void> {
    if (!address) return;
    this.#pick.hide();
    const column = isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const uri = addressUri(address);
    if (search !== undefined) await this.#deps.openTable(uri, search, column);
    else await vscode.commands.executeCommand('vscode.open', uri, column);
  }
}

function restLabel(word: string | undefined, total: number | undefined): string {
  if (word !== undefined) return t('Show all with “{0}” in a table', word);
  return total === undefined ? t('Show all in a table') : t('Show all {0} in a table', formatNumber(total));
}

/** Notices below the results: what couldn't be searched, an empty result, and messages from the services. */
export function searchNotices(
  { unsearched, said }: Omit<SearchEnd, 'isSearched'>,
  isEmpty: boolean,
  text: string,
): Line[] {
  const isPartial = unsearched.length > 0;
  const nothing = isEmpty
    ? [
        {
          ...notice(isPartial ? t('No other results for “{0}”', text) : t('No results for “{0}”', text), 'info'),
          detail: t('Searched in the default list view of each controller, which may not show every record.'),
        },
      ]
    : [];
  const whole = unsearched.filter(({ controller }) => controller === undefined);
  const [one, ...others] = unsearched.filter(({ controller }) => controller !== undefined);
  return [
    ...whole.map(({ connection, error }) => ({
      ...notice(t('{0} could not be searched', connection.name), 'warning'),
      detail: sentenceOf(t('Searching'), error),
    })),
    ...(one
      ? [
          {
            ...notice(
              others.length === 0
                ? t('{0} could not be searched', one.controller ?? '')
                : t('{0} controllers could not be searched', others.length + 1),
              'warning',
            ),
            detail: sentenceOf(t('Searching'), one.error),
          },
        ]
      : []),
    ...nothing,
    ...said.map((sentence) => notice(sentence, 'comment')),
  ];
}

function notice(label: string, icon: string): Line {
  return { label, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true };
}

function nameOf(address: RecordsAddress): string {
  return address.kind === 'record'
    ? t('Open {0} {1}', shortName(address.controller), address.id)
    : t('Open the list view');
}

function separator(label: string): Line {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function key({ address, search = '' }: Line): string {
  if (!address) return '';
  const { authority, path } = addressParts(address);
  return `${authority}${path} ${search}`;
}
