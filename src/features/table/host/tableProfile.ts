import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../../model/address/address.ts';
import { shortName } from '../../../model/controller.ts';
import { type ProfileState, profiledColumn } from '../../../model/list/columnProfile.ts';
import { UserError } from '../../../platform/errorReporter.ts';
import { filteredQuery, serviceQuery } from '../../../services/lists/listFilter.ts';
import { RecordSource } from '../../../services/export/recordSource.ts';
import type { ProfileTask } from '../../../services/profile/profiler.ts';
import type { Data, Params } from '../../common/channel.ts';
import type { LiveProfile, tableHost } from '../tableProtocol.ts';
import type { TableDeps } from './tableDeps.ts';
import type { TableFilters } from './tableFilters.ts';
import { listQuery } from './tableQuery.ts';

type Host = typeof tableHost;

/** Dependencies of `TableProfile`. */
export type ProfileDeps = Pick<TableDeps, 'clients' | 'connections' | 'errors' | 'profiler' | 'references'>;

/** Everything a profile depends on: the service, the column, and the query without its sort order. */
interface Profiled {
  readonly key: string;
  readonly number: number;
  readonly task: ProfileTask;
  state: ProfileState;
}

/** The profile of one table. It continues while the page is hidden, and ends when the tab is closed. */
export class TableProfile {
  readonly #deps: ProfileDeps;
  readonly #address: ListViewAddress;
  readonly #filters: Pick<TableFilters, 'form'>;
  readonly #report: (live: LiveProfile) => void;
  #profiled: Profiled | undefined;
  #numbers = 0;

  constructor(
    deps: ProfileDeps,
    address: ListViewAddress,
    filters: Pick<TableFilters, 'form'>,
    report: (live: LiveProfile) => void,
  ) {
    this.#deps = deps;
    this.#address = address;
    this.#filters = filters;
    this.#report = report;
  }

  async show({ column, query, isFresh }: Params<Host, 'profile'>, signal: AbortSignal): Promise<LiveProfile> {
    const { connection, controller, listView } = this.#address;
    const { sort: _, ...unordered } = query;
    const key = JSON.stringify([this.#deps.connections.get(connection)?.baseUrl, column, unordered]);
    const known = this.#profiled;
    if (known?.key === key && isFresh !== true) return { task: known.number, state: known.state };
    const number = ++this.#numbers;
    this.#close();
    const listed = listQuery(query);
    const client = await this.#deps.clients.get(connection);
    const asked = await filteredQuery(client, { controller, listView }, listed, this.#deps.references, signal);
    const first = await new RecordSource(client, { controller, listView }, asked).describe(signal);
    const found = first.columns.find((one) => one.key === column);
    if (!found) throw new UserError(t('This column no longer exists. Refresh the table.'));
    const profiled = profiledColumn(found, first.alias ?? shortName(controller), await this.#filters.form());
    const profiler = await this.#deps.profiler.get();
    // another column may have been requested, or the tab closed, in the meantime
    if (number !== this.#numbers || signal.aborted) throw new UserError(t('The operation was canceled.'));
    const task = profiler.start({
      client,
      listTarget: { controller, listView },
      query: asked,
      hasOrder: client.isSorted(serviceQuery(asked)),
      first,
      column: profiled,
      onState: (state) => this.#changed(number, state),
    });
    this.#profiled = { key, number, task, state: task.state };
    void this.#deps.errors.runInBackground(t('Profiling the column'), () => task.finished);
    return { task: number, state: task.state };
  }

  change(change: Data<Host, 'changeProfile'>): void {
    if (change === 'close') this.close();
    else if (change === 'stop') this.#profiled?.task.stop();
    else this.#profiled?.task.resume();
  }

  close(): void {
    this.#numbers += 1;
    this.#close();
  }

  #close(): void {
    void this.#profiled?.task.close();
    this.#profiled = undefined;
  }

  #changed(number: number, state: ProfileState): void {
    const profiled = this.#profiled;
    if (profiled?.number !== number) return;
    profiled.state = state;
    this.#report({ task: number, state });
  }
}
