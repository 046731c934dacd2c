import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ListViewAddress, RecordAddress } from '../../../model/address/address.ts';
import { shortName } from '../../../model/controller.ts';
import type { LinkedColumns } from '../../../model/list/columnOrder.ts';
import { copyAsCurlCommand, copyText, linkTo } from '../../../platform/clipboard.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import { savePicture } from '../../../platform/fileDialogs.ts';
import { openDocumentAt } from '../../../platform/openRecords.ts';
import { runCommand } from '../../../platform/runCommand.ts';
import { serviceQuery } from '../../../services/lists/listFilter.ts';
import type { Data, Listeners } from '../../common/channel.ts';
import { openFromTable } from '../../common/host/openFromPage.ts';
import type { tableHost, TableQuery } from '../tableProtocol.ts';
import type { CellStaging } from './cellStaging.ts';
import type { FilterWatch } from './filterWatch.ts';
import type { TableDeps } from './tableDeps.ts';
import type { TableProfile } from './tableProfile.ts';
import { listQuery } from './tableQuery.ts';

type Host = typeof tableHost;

/** Handles the events of one table. */
export class TableEvents implements Listeners<Host> {
  readonly #deps: TableDeps;
  readonly #address: ListViewAddress;
  readonly #document: vscode.TextDocument;
  readonly #staging: Pick<CellStaging, 'undoOrRedo' | 'discardAll'>;
  readonly #profile: Pick<TableProfile, 'change'>;

  constructor(
    deps: TableDeps,
    address: ListViewAddress,
    document: vscode.TextDocument,
    staging: Pick<CellStaging, 'undoOrRedo' | 'discardAll'>,
    profile: Pick<TableProfile, 'change'>,
  ) {
    this.#staging = staging;
    this.#profile = profile;
    this.#deps = deps;
    this.#address = address;
    this.#document = document;
  }

  readonly refresh = (): void => {
    const { pages, forms } = this.#deps;
    pages.evict(this.#address.connection, this.#address.controller);
    forms.evict(this.#address.connection);
  };

  /** Set by the session. */
  filtering = (): Pick<FilterWatch, 'stop' | 'continue'> | undefined => undefined;

  readonly stopFilter = (): void => this.filtering()?.stop();

  readonly continueFilter = (): void => this.filtering()?.continue();

  /** Set by the session. */
  onShown = (): void => undefined;

  readonly shown = (): void => this.onShown();

  /** Set by the session; called when the user rearranges the columns. */
  onLayout = (): void => undefined;

  /** Set by the session; the current column arrangement, for links. */
  columns = (): LinkedColumns | undefined => undefined;

  readonly layout = (layout: Data<Host, 'layout'>): void => {
    this.onLayout();
    this.#pass(t('Saving the column layout'), () => this.#deps.layouts.set(this.#address, layout));
  };

  readonly changeProfile = (change: Data<Host, 'changeProfile'>): void => this.#profile.change(change);

  readonly view = (view: Data<Host, 'view'>): void => {
    this.#pass(t('Saving the table view'), () => this.#deps.views.set(this.#address, view));
  };

  readonly openRecord = ({ id, how }: Data<Host, 'openRecord'>): void => {
    const record = this.#record(id);
    const row = this.#deps.pages.find(this.#address, id)?.row;
    if (row) this.#deps.titles.expect(record, row.name);
    this.#pass(t('Opening the record'), () => openFromTable(record, how));
  };

  readonly copy = ({ text }: Data<Host, 'copy'>): void => {
    this.#pass(t('Copying'), () => copyText(text, t('Cells')));
  };

  readonly copyLink = ({ query, id }: Data<Host, 'copyLink'>): void => {
    const link =
      id === undefined ? linkTo(this.#address, { ...query, columns: this.columns() }) : linkTo(this.#record(id));
    this.#pass(t('Copying the link'), () => copyText(link, t('Link')));
  };

  readonly copyAsCurl = ({ query }: Data<Host, 'copyAsCurl'>): void => {
    this.#pass(t('Copying as curl'), () => this.copyQueryAsCurl(query));
  };

  readonly saveFile = ({ name, base64 }: Data<Host, 'saveFile'>): void => {
    this.#pass(t('Saving the chart'), () => savePicture(name, Buffer.from(base64, 'base64')));
  };

  readonly command = ({ name, ...chosen }: Data<Host, 'command'>): void => {
    const connection = this.#address.connection;
    // the command reports its own errors
    if (name === 'exportRecords') return this.#withRecords('exportRecords', chosen);
    if (name === 'editRecords') return this.#withRecords('bulkEdit', chosen);
    if (name === 'deleteRecords') return this.#deleteRecords(chosen);
    if (isOfRows(name)) return this.#withRows(name, chosen.ids ?? []);
    this.#pass(t('The command'), () => {
      if (name === 'setToken') return runCommand('setToken', { connection });
      if (name === 'showLog') return runCommand('showLog');
      if (name === 'saveSearch') return runCommand('saveSearch', this.#document.uri);
      if (name === 'searchRecords') return runCommand('searchRecords', { connection, text: chosen.text ?? '' });
      if (name === 'undo' || name === 'redo') return this.#staging.undoOrRedo(name);
      if (name === 'discard') return this.#discard();
      if (name === 'savePlan') return runCommand('planPending', this.#document.uri);
      if (name === 'compareChanges') return runCommand('comparePending', this.#document.uri);
      if (name === 'openAsTable' || name === 'profileColumn') {
        const { listView, controller } = this.#address;
        const list = { connection, controller, listView, query: chosen.query };
        if (name === 'openAsTable') return runCommand('openListView', list);
        return runCommand('profileColumn', { ...list, ...(chosen.text !== undefined && { column: chosen.text }) });
      }
      if (name === 'openRecords') return this.#openRecords(chosen.query ?? {});
      return runCommand('addRecord', this.#document.uri);
    });
  };

  /** Opens the records in the controller's record list, because this list view only aggregates them. */
  async #openRecords(query: TableQuery): Promise<void> {
    const { connection, controller, listView: own } = this.#address;
    const all = await this.#deps.listViews.listViews(connection, controller);
    const plain = all.filter(({ id, chart }) => id !== own && chart === undefined);
    const listView = (plain.find(({ isDefault }) => isDefault) ?? plain[0])?.id;
    if (listView === undefined)
      throw new UserError(t('{0} has no list view that shows individual records.', shortName(controller)));
    await runCommand('openListView', { connection, controller, listView, query });
  }

  /** Discards all staged changes in one undo step. */
  async #discard(): Promise<void> {
    const document = openDocumentAt(this.#document.uri);
    if (!document) return;
    await this.#staging.discardAll();
    // sends nothing; only clears the dirty indicator on the tab
    await document.save();
  }

  async copyQueryAsCurl(query: TableQuery): Promise<void> {
    const { connection, controller, listView } = this.#address;
    const client = await this.#deps.clients.get(connection);
    const asked = { ...(listView !== undefined && { listView }), page: 1, ...serviceQuery(listQuery(query)) };
    const limit = client.connection.network.pageSize;
    await copyAsCurlCommand({ address: client.recordsAddress(controller, { ...asked, limit }) });
  }

  /** A single record needs no preview page: a prompt asks for confirmation by name. */
  #deleteRecords(chosen: Omit<Data<Host, 'command'>, 'name'>): void {
    const [id, ...others] = chosen.ids ?? [];
    if (id === undefined || others.length > 0) return this.#withRecords('bulkDelete', chosen);
    void runCommand('deleteRecord', { ...this.#record(id), madeFor: chosen.madeFor }).then(undefined, () => undefined);
  }

  #withRows(name: RowCommand, ids: readonly string[]): void {
    const [first, second] = ids.map((id) => this.#record(id));
    if (!first) return;
    const run = {
      compareRecords: () => (second ? runCommand('compareRecords', [first, second]) : undefined),
      duplicateRecord: () => runCommand('duplicateRecord', first),
      watchRecord: () => runCommand('watch', first),
      stopWatching: () => runCommand('stopWatching', first),
      showHistory: () => runCommand('showHistory', first),
    };
    void Promise.resolve(run[name]()).then(undefined, () => undefined);
  }

  #withRecords(
    command: 'exportRecords' | 'bulkEdit' | 'bulkDelete',
    chosen: Omit<Data<Host, 'command'>, 'name'>,
  ): void {
    const { connection, controller, listView } = this.#address;
    const target = { connection, controller, listView };
    void runCommand(command, { ...target, ...chosen }).then(undefined, () => undefined);
  }

  #record(id: string): RecordAddress {
    const { connection, controller } = this.#address;
    return { kind: 'record', connection, controller, id };
  }

  #pass(what: string, action: () => unknown): void {
    void this.#deps.errors.run(what, action, { isCode: false, connection: this.#address.connection });
  }
}

const rowCommands = ['compareRecords', 'duplicateRecord', 'watchRecord', 'stopWatching', 'showHistory'] as const;

type RowCommand = (typeof rowCommands)[number];

function isOfRows(name: string): name is RowCommand {
  return rowCommands.some((one) => one === name);
}
