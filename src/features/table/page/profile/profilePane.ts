import { render } from 'lit/html.js';
import { errorMessage } from '../../../common/channel.ts';
import { keepFocus } from '../../../common/page/keyboard.ts';
import { type Condition, conditionName } from '../../../../model/list/condition.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import { canFilter } from '../filter/columnFilters.ts';
import type { CellFormatter } from '../cellFormatter.ts';
import type { LiveProfile, TableHost, TableQuery } from '../../tableProtocol.ts';
import type { TableModel } from '../tableModel.ts';
import type { ProfileFilter, ProfileContent, profileContent } from './profileContent.ts';

export interface ProfilePaneOptions {
  readonly table: TableModel;
  readonly host: Pick<TableHost, 'call' | 'notify'>;
  readonly formatter: Pick<CellFormatter, 'number' | 'textOf'>;
  /** Names the parts of a query; empty for all records. */
  readonly narrowing: (query: TableQuery) => readonly string[];
  readonly openRecord: (id: string) => void;
  readonly notify: (text: string) => void;
  /** Called when the profiled column changes. */
  readonly onChange: () => void;
  /** Receives focus when the pane closes. */
  readonly leave: () => void;
}

/**
 * The profile of a column, next to the rows. Covers the query that the table had when the profile was opened; filters
 * set by the profile itself don't change that, and any other query restarts it.
 */
export class ProfilePane {
  readonly element = document.createElement('section');
  readonly #options: ProfilePaneOptions;
  #column: string | undefined;
  #query: TableQuery = {};
  /** Queries set by the profile itself, in addition to its own. */
  readonly #ownQueries = new Set<string>();
  #isFiltering = false;
  #live: LiveProfile | undefined;
  #newest: LiveProfile | undefined;
  #failure: string | undefined;
  #completeAt: number | undefined;
  #asked: AbortController | undefined;
  /** Loaded with the first profile. */
  #content: typeof profileContent | undefined;

  constructor(options: ProfilePaneOptions) {
    this.#options = options;
    this.element.className = 'profile';
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      this.close();
    });
  }

  /** Key of the profiled column. */
  get column(): string | undefined {
    return this.#column;
  }

  /** Restores a profile once the table has its rows. */
  restore(column: string | undefined): void {
    this.#column = column;
  }

  async open(column: string): Promise<void> {
    const isOpen = this.#column === column && this.#live !== undefined;
    this.#column = column;
    this.#options.onChange();
    if (!isOpen) void this.#start();
    await this.#load();
    this.#show();
    this.element.querySelector<HTMLElement>('h2')?.focus();
  }

  close(): void {
    this.#asked?.abort();
    this.#column = this.#live = this.#newest = this.#failure = undefined;
    this.element.hidden = true;
    render(undefined, this.element);
    this.#options.host.notify.changeProfile('close');
    this.#options.onChange();
    this.#options.leave();
  }

  /** Receives updated counts. */
  receive(live: LiveProfile): void {
    this.#newest = live;
    if (live.task === this.#live?.task) this.#set(live);
  }

  /** Call after every change of the table: a different query needs a new profile. */
  follow(): void {
    const { table } = this.#options;
    if (this.#column === undefined) return;
    const now = identity(table.query);
    if (this.#isFiltering) this.#ownQueries.add(now);
    if (!table.source.wasAnswered) return;
    const isKnown = now === identity(this.#query) || this.#ownQueries.has(now);
    if (this.#asked && isKnown) return this.#show();
    void this.#start();
  }

  async #start(isFresh = false): Promise<void> {
    const { host, table } = this.#options;
    const column = this.#column;
    if (column === undefined) return;
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    this.#query = isFresh ? this.#query : table.query;
    this.#ownQueries.clear();
    if (isFresh) this.#ownQueries.add(identity(table.query));
    this.#live = this.#failure = this.#completeAt = undefined;
    this.#show();
    void this.#load();
    try {
      const params = { column, query: this.#query, ...(isFresh && { isFresh }) };
      const live = await host.call.profile(params, asked.signal);
      if (this.#asked !== asked) return;
      this.#set(this.#newest?.task === live.task ? this.#newest : live);
    } catch (error) {
      if (this.#asked !== asked || asked.signal.aborted) return;
      this.#failure = errorMessage(error);
      this.#show();
    }
  }

  #set(live: LiveProfile): void {
    this.#live = live;
    if (live.state.end?.kind === 'complete') this.#completeAt ??= Date.now();
    this.#show();
  }

  async #load(): Promise<void> {
    if (this.#content) return;
    ({ profileContent: this.#content } = await import('./profileContent.ts'));
    this.#show();
  }

  #show(): void {
    const content = this.#content;
    if (!content || this.#column === undefined) return;
    this.element.hidden = false;
    const write = (): void => {
      render(content(this.#shown), this.element);
    };
    keepFocus(this.element, write, () => this.element.querySelector<HTMLElement>('h2')?.focus());
    this.element.ariaLabel = this.element.querySelector('h2')?.textContent ?? '';
  }

  get #shown(): ProfileContent {
    const { table, host, formatter, narrowing, openRecord } = this.#options;
    const column = table.source.columns.find(({ key }) => key === this.#column);
    const { rawQ, find } = this.#query;
    const mayFilter = column && rawQ === undefined && !find;
    const isElsewhere = identity(table.query) !== identity(this.#query);
    return {
      column,
      label: column?.label ?? this.#column ?? '',
      scope: narrowing(this.#query),
      tableShows: isElsewhere ? narrowing(table.query) : undefined,
      state: this.#live?.state,
      failure: this.#failure,
      completeAt: this.#completeAt,
      formatter,
      ...(mayFilter && { filter: (target: ProfileFilter) => void this.#filter(column, target) }),
      showAll: () => table.change({ ...everything, ...this.#query, sort: table.sort }),
      openRecord,
      stop: () => host.notify.changeProfile('stop'),
      resume: () => host.notify.changeProfile('continue'),
      readAgain: () => void this.#start(true),
      close: () => this.close(),
    };
  }

  /** Filters the table within the profile's own query: by the service if it can, as it is faster. */
  async #filter(column: Column, target: ProfileFilter): Promise<void> {
    const { table, notify } = this.#options;
    const { conditions = [] } = this.#query;
    const { columnName } = column;
    this.#isFiltering = true;
    try {
      if (columnName === undefined || !canFilter({ column }) || target.kind === 'filled') {
        const condition = conditionOf(conditionName(column), target);
        return table.change({
          ...everything,
          ...this.#query,
          sort: table.sort,
          conditions: [...conditions, condition],
        });
      }
      if (JSON.stringify(table.query.conditions ?? []) !== JSON.stringify(conditions))
        table.change({ conditions: this.#query.conditions });
      if (target.kind === 'empty') table.filters.set(columnName, null);
      else await table.filters.byText(columnName, target.value);
    } catch (error) {
      notify(errorMessage(error));
    } finally {
      this.#isFiltering = false;
    }
  }
}

function conditionOf(column: string, target: ProfileFilter): Condition {
  if (target.kind === 'value') return { column, operator: 'is', values: [target.value] };
  return { column, operator: target.kind === 'empty' ? 'isEmpty' : 'isNotEmpty', values: [] };
}

const everything = { search: undefined, filters: undefined, conditions: undefined, rawQ: undefined, find: undefined };

/** Queries that select the same records have the same identity. */
function identity(query: TableQuery): string {
  const ordered = (parts: object): unknown[] =>
    Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([ordered({ ...query, sort: undefined, filters: undefined }), ordered(query.filters ?? {})]);
}
