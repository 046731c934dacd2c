import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { schemes, settings } from '../manifest.ts';
import {
  addressParts,
  type ListViewAddress,
  type NewRecordAddress,
  parseAddress,
  type RecordAddress,
  type RecordsAddress,
} from '../model/address/address.ts';
import { comparedText, objectIn, savedText } from '../model/draft/comparedText.ts';
import { textValues, unreadText } from '../model/draft/recordText.ts';
import type { TextPair } from '../model/history/readableText.ts';
import { recordTitle } from '../model/form/recordForm.ts';
import { sentenceOf, UserError } from '../platform/errorReporter.ts';
import { openDocumentAt, openDocumentOf, visibleAddresses } from '../platform/openRecords.ts';
import { addressOfUri } from '../platform/addressUri.ts';
import { openDiff } from '../platform/ui/documentTexts.ts';
import type { FailedRead } from '../services/connections/retries.ts';
import type { RecordPages } from '../services/lists/recordPages.ts';
import type { RecordForms } from '../services/records/recordForms.ts';
import { stagedSides } from './stagedSides.ts';

type AnyRecord = RecordAddress | NewRecordAddress;

const scheme = schemes.compared;

/** Marks text that is passed in, not read from the service: a row of a file. */
const given = 'given';

/**
 * Text for the diff editor. `now` is a record next to another one: its open document's text, or else the service's.
 * `saved` is the service's version, formatted like the open document it is compared with.
 */
type Side = 'now' | 'saved';

/** Staged cells of a list view, before and after; both sides follow its edits. */
const stagedQueries = ['staged-before', 'staged-after'] as const;

/** Where a change was opened from; a record can have one of each open. */
type ChangeSource = 'history' | 'watched';

interface ShownChange {
  readonly readable: TextPair;
  readonly json: TextPair;
  readonly title: string;
}

/** Appended to the address of a record or list view whose text isn't JSON. */
const readableSuffix = '.txt';

/** The record or list view that a compared text belongs to. */
export function comparedAddress({ authority, path }: vscode.Uri): RecordsAddress | undefined {
  return parseAddress({
    authority,
    path: path.endsWith(readableSuffix) ? path.slice(0, -readableSuffix.length) : path,
  });
}

/** Shown after a window reload. */
function unknownChange(): string {
  return t('This comparison is no longer available. Close this tab and open the comparison again.');
}

export class ComparedRecords implements vscode.TextDocumentContentProvider {
  readonly #forms: RecordForms;
  readonly #pages: Pick<RecordPages, 'find'>;
  readonly #onFailedRead: () => void;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(forms: RecordForms, pages: Pick<RecordPages, 'find'>, onFailedRead: () => void) {
    this.#forms = forms;
    this.#pages = pages;
    this.#onFailedRead = onFailedRead;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== schemes.records) return;
        const address = addressOfUri(document.uri);
        const staged =
          address?.kind === 'listView' ? [...stagedUris(address, '.txt'), ...stagedUris(address, '.json')] : [];
        for (const shown of [document.uri.with({ scheme, query: 'now' }), ...staged])
          if (openDocumentAt(shown)) this.#changed.fire(shown);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#failures.delete(uri.toString());
        this.#changes.delete(uri.toString());
        this.#asJson.delete(uri.toString());
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settings.compareHideSystemFields)) this.#refresh();
      }),
    );
  }

  /** Reads the record first, so that a failure is reported before anything opens. Also returns its name. */
  async side(address: AnyRecord, side: Side): Promise<{ readonly uri: vscode.Uri; readonly name: string }> {
    const name = recordTitle(await this.#forms.fresh(address));
    const uri = vscode.Uri.from({ scheme, ...addressParts(address), query: side });
    if (openDocumentAt(uri)) this.#changed.fire(uri);
    return { uri, name };
  }

  /** Fixed texts by URI. */
  readonly #changes = new Map<string, string>();
  /** Shows the same change as JSON, by the URI of the shown text. */
  readonly #asJson = new Map<string, () => Thenable<unknown>>();

  /** Opens both sides in readable form. */
  async showChange(address: RecordsAddress, source: ChangeSource, texts: ShownChange): Promise<void> {
    const { readable, json, title } = texts;
    const { right } = await this.#open(address, source, readableSuffix, readable, title);
    const jsonSuffix = address.kind === 'listView' ? '.json' : '';
    this.#asJson.set(right.toString(), async () => this.#open(address, source, jsonSuffix, json, `${title} (JSON)`));
  }

  /** Opens the staged cells of an open list view. */
  async showStaged(address: ListViewAddress, title: string): Promise<void> {
    const [left, right] = stagedUris(address, '.txt');
    for (const uri of [left, right]) if (openDocumentAt(uri)) this.#changed.fire(uri);
    await openDiff(left, right, title);
    this.#asJson.set(right.toString(), () => openDiff(...stagedUris(address, '.json'), `${title} (JSON)`));
  }

  /** For the editor title button: shows the same change as JSON. */
  async showAsJson(uri: vscode.Uri): Promise<void> {
    const show = this.#asJson.get(uri.toString());
    if (!show) throw new UserError(unknownChange());
    await show();
  }

  async #open(
    address: RecordsAddress,
    source: ChangeSource,
    suffix: string,
    { before, after }: TextPair,
    title: string,
  ): Promise<{ readonly right: vscode.Uri }> {
    const { authority, path } = addressParts(address);
    const [left, right] = [before, after].map((text, index) => {
      const query = `${source}-${index === 0 ? 'before' : 'after'}`;
      const uri = vscode.Uri.from({ scheme, authority, path: `${path}${suffix}`, query });
      this.#changes.set(uri.toString(), text);
      this.#changed.fire(uri);
      return uri;
    }) as [vscode.Uri, vscode.Uri];
    await openDiff(left, right, title);
    return { right };
  }

  #lastGiven = 0;

  /** Stores fixed JSON text under the name its tab shows. */
  addFixedText(name: string, text: string): vscode.Uri {
    this.#lastGiven += 1;
    const uri = vscode.Uri.from({ scheme, path: `/${this.#lastGiven}/${name}.json`, query: given });
    this.#changes.set(uri.toString(), text);
    return uri;
  }

  /** The sides that could not be read, by their addresses. */
  readonly #failures = new Map<string, Omit<FailedRead, 'isVisible'>>();

  get failedReads(): readonly FailedRead[] {
    const visible = visibleAddresses();
    return [...this.#failures].map(([key, failure]) => ({ ...failure, isVisible: visible.has(key) }));
  }

  /** A side that can't be read shows the reason and is retried: VS Code would show none. */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const key = uri.toString();
    if (uri.query === given)
      return this.#changes.get(key) ?? unreadText(t('This was part of a comparison that is closed. Compare again.'));
    if (uri.query === stagedQueries[0] || uri.query === stagedQueries[1]) return this.#stagedText(uri);
    if (uri.query !== 'now' && uri.query !== 'saved') return this.#changes.get(key) ?? unknownChange();
    const address = parseAddress(uri);
    if (!address || address.kind === 'listView') return '';
    try {
      const text = await this.#text(uri, address);
      this.#failures.delete(key);
      return text;
    } catch (error) {
      const retry = async (): Promise<void> => this.#changed.fire(uri);
      this.#failures.set(key, { connection: address.connection, error, failedAt: Date.now(), retry });
      this.#onFailedRead();
      return unreadText(sentenceOf(t('Comparing'), error));
    }
  }

  async #stagedText(uri: vscode.Uri): Promise<string> {
    const isJson = uri.path.endsWith('.json');
    const path = uri.path.replace(/\.(?:txt|json)$/, '');
    const address = parseAddress({ authority: uri.authority, path });
    if (address?.kind !== 'listView') return '';
    const sides = await stagedSides({ forms: this.#forms, pages: this.#pages }, address, isJson ? 'json' : 'text');
    return uri.query === stagedQueries[0] ? sides.before : sides.after;
  }

  async #text(uri: vscode.Uri, address: AnyRecord): Promise<string> {
    const form = await this.#forms.formFor(address);
    const hide = vscode.workspace.getConfiguration().get(settings.compareHideSystemFields) === true;
    const text = openDocumentOf(address)?.getText();
    const open = text === undefined ? undefined : objectIn(text);
    if (uri.query === 'saved') return savedText(form, open ?? {}, textValues(form), hide);
    return comparedText(form, open ?? textValues(form), hide);
  }

  #refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
  }
}

function stagedUris(address: ListViewAddress, suffix: '.txt' | '.json'): [vscode.Uri, vscode.Uri] {
  const { authority, path } = addressParts(address);
  const [before, after] = stagedQueries.map((query) =>
    vscode.Uri.from({ scheme, authority, path: `${path}${suffix}`, query }),
  ) as [vscode.Uri, vscode.Uri];
  return [before, after];
}
