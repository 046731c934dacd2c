import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressParts, type RecordsAddress } from '../../model/address/address.ts';
import { shortName } from '../../model/controller.ts';
import { serviceLinksIn } from '../../model/address/serviceLinks.ts';
import { linksIn } from '../../model/address/linksInText.ts';
import { addressUri } from '../../platform/addressUri.ts';
import { copyText, linkTo } from '../../platform/clipboard.ts';
import { sentenceOf } from '../../platform/errorReporter.ts';
import type { Connections } from '../../services/connections/connections.ts';
import type { Recents } from '../../services/remembered/recents.ts';
import type { SearchHit, RecordSearch, Unsearched } from '../../services/lists/recordSearch.ts';
import { createQuickPick, setItems, type QuickPick } from '../../platform/ui/questions.ts';

interface Line extends vscode.QuickPickItem {
  readonly address?: RecordsAddress;
}

export interface FinderDeps {
  readonly search: RecordSearch;
  readonly recents: Recents;
  readonly connections: Connections;
}

export interface FinderOptions {
  readonly title: string;
  readonly connection: string | undefined;
  readonly text: string | undefined;
}

/** Until the person has stopped typing. */
const pauseMs = 250;

/** One box over ids and texts, all controllers and all connections. Results come as they arrive. */
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
  #found: Line[] = [];
  #notices: Line[] = [];

  constructor(deps: FinderDeps, options: FinderOptions) {
    this.#deps = deps;
    this.#options = options;
    const pick = createQuickPick<Line>({
      title: options.title,
      placeholder: t('An id, a link, or some words of the record'),
    });
    this.#pick = pick;
    pick.matchOnDescription = true;
    pick.value = options.text ?? '';
    pick.onDidChangeValue(() => this.#typed(pauseMs));
    pick.onDidAccept(() => void this.#open(pick.activeItems[0]?.address, false));
    pick.onDidTriggerItemButton(({ item, button }) => {
      if (!item.address) return;
      if (button === this.#copyLink) void copyText(linkTo(item.address), t('Link'));
      else void this.#open(item.address, true);
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
    this.#found = [];
    this.#notices = [];
    const text = this.#pick.value.trim();
    this.#pick.busy = text !== '';
    this.#draw();
    const { signal } = this.#running;
    if (text !== '') this.#waiting = setTimeout(() => void this.#search(text, signal), pause);
  }

  async #search(text: string, signal: AbortSignal): Promise<void> {
    const [link] = [...linksIn(text), ...serviceLinksIn(text, this.#deps.connections.all())];
    const linked = link?.address;
    if (linked && this.#deps.connections.get(linked.connection))
      this.#found.push(this.#line(linked, nameOf(linked), true));
    const unsearched = await this.#deps.search.find(text, {
      signal,
      connection: this.#options.connection,
      onFound: (records) => {
        const lines = records.map((record) => this.#foundLine(record));
        this.#found = records.some(({ isById }) => isById) ? [...lines, ...this.#found] : [...this.#found, ...lines];
        this.#draw();
      },
    });
    if (signal.aborted) return;
    this.#pick.busy = false;
    this.#notices = noticesOf(unsearched, this.#found.length === 0, text);
    this.#draw();
  }

  #draw(): void {
    const shown = this.#deps.recents
      .shown()
      .filter(
        ({ address }) => this.#options.connection === undefined || address.connection === this.#options.connection,
      );
    const recents = shown.map(({ address, label }) => this.#line(address, label, false));
    const known = new Set(this.#found.flatMap(({ address }) => (address ? [key(address)] : [])));
    const others = recents.filter(({ address }) => !address || !known.has(key(address)));
    const active = this.#pick.activeItems[0]?.address;
    this.#pick.keepScrollPosition = true;
    setItems(this.#pick, [
      ...(others.length > 0 ? [separator(t('opened lately')), ...others] : []),
      ...(this.#found.length > 0 ? [separator(t('found')), ...this.#found] : []),
      ...this.#notices,
    ]);
    // the line that someone has moved to stays, whatever arrives above it
    const same = active && this.#pick.items.find(({ address }) => address && key(address) === key(active));
    if (same) this.#pick.activeItems = [same];
  }

  #foundLine({ address, name, isDeleted }: SearchHit): Line {
    return this.#line(address, isDeleted ? t('{0} (deleted)', name) : name, true);
  }

  #line(address: RecordsAddress, label: string, alwaysShow: boolean): Line {
    const connection = this.#deps.connections.get(address.connection)?.name ?? address.connection;
    const id = address.kind === 'record' ? ` ${address.id}` : '';
    return {
      label,
      description: `${address.controller}${id} · ${connection}`,
      address,
      // the service may have found the text in a field that is not on the line
      alwaysShow,
      buttons: [this.#toTheSide, this.#copyLink],
    };
  }

  async #open(address: RecordsAddress | undefined, isBeside: boolean): Promise<void> {
    if (!address) return;
    this.#pick.hide();
    const column = isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    await vscode.commands.executeCommand('vscode.open', addressUri(address), column);
  }
}

function noticesOf(unsearched: readonly Unsearched[], isEmpty: boolean, text: string): Line[] {
  const nothing = isEmpty ? [notice(t('Nothing found for “{0}”', text), 'info')] : [];
  const whole = unsearched.filter(({ controller }) => controller === undefined);
  const [one, ...others] = unsearched.filter(({ controller }) => controller !== undefined);
  return [
    ...nothing,
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

function key(address: RecordsAddress): string {
  const { authority, path } = addressParts(address);
  return authority + path;
}
