import type { ControllerName } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import { t } from '@vscode/l10n';
import { plainPage, sortRows } from '../../model/list/relatedPage.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { relatedTo } from '../../model/form/relatedTo.ts';
import type { RecordPage, RecordRow } from '../../model/list/recordPage.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { Params } from '../../protocol/channel.ts';
import type { formHost } from '../../protocol/formProtocol.ts';
import { type TableRows, type ColumnLayout, columnLayout } from '../../protocol/tableProtocol.ts';
import type { Clients } from '../../services/connections/clients.ts';
import { tableRows } from '../table/tableMessages.ts';
import type { ColumnLayouts } from '../../services/remembered/listViewMementos.ts';
import type { ListAddress } from '../../services/lists/listAddress.ts';
import type { OpenAddress } from '../../model/address/address.ts';

type RelatedControllers = ReadonlyMap<string, ControllerName>;
type Wanted = Params<typeof formHost, 'related'>;

interface Known {
  readonly page: Promise<RecordPage>;
  /** How it was asked for last. */
  sort: string;
}

/** The records that hang together with one record. The service answers with all of them at once, so they are sorted here. */
export class RelatedRows {
  readonly #clients: Pick<Clients, 'get'>;
  readonly #connection: string;
  readonly #known = new Map<string, Known>();

  constructor(clients: Pick<Clients, 'get'>, connection: string) {
    this.#clients = clients;
    this.#connection = connection;
  }

  async rows(
    form: RecordForm,
    controllers: RelatedControllers,
    { name, from, count, sort }: Wanted,
    signal: AbortSignal,
  ): Promise<TableRows> {
    const order = JSON.stringify(sort ?? null);
    // the first rows, in the same order, are asked for when someone opens the list or wants it anew
    if (from === 0 && this.#known.get(name)?.sort === order) this.#known.delete(name);
    const known = this.#known.get(name) ?? this.#ask(form, controllers, name, signal);
    known.sort = order;
    const page = known.page.catch((error: unknown) => {
      // whoever asked for it first does not want it any more
      const isGivenUp = error instanceof ServiceError && error.code === 'canceled' && !signal.aborted;
      if (!isGivenUp) throw error;
      return this.#ask(form, controllers, name, signal).page;
    });
    const { listViewName, alias, ...found } = await page;
    const { columns, rows } = plainPage(found);
    const sorted = sort ? this.#sorted(columns, rows, sort) : rows;
    const shown = { from, rows: sorted.slice(from, from + count), columns, total: rows.length };
    return tableRows({ ...shown, listViewName, alias, readAt: Date.now() });
  }

  forget(): void {
    this.#known.clear();
  }

  #sorted(
    columns: RecordPage['columns'],
    rows: readonly RecordRow[],
    sort: NonNullable<Wanted['sort']>,
  ): readonly RecordRow[] {
    const index = columns.findIndex(({ key }) => key === sort.column);
    const column = columns[index];
    return column ? sortRows(rows, index, column.kind, sort.direction) : rows;
  }

  #ask(form: RecordForm, controllers: RelatedControllers, name: string, signal: AbortSignal): Known {
    const known: Known = { page: this.#find(form, controllers.get(name), name, signal), sort: '' };
    this.#known.set(name, known);
    known.page.catch(() => {
      if (this.#known.get(name) === known) this.#known.delete(name);
    });
    return known;
  }

  async #find(
    form: RecordForm,
    controller: ControllerName | undefined,
    name: string,
    signal: AbortSignal,
  ): Promise<RecordPage> {
    if (!controller || form.id === null)
      throw new UserError(t('The service does not say where the records of “{0}” are.', name));
    const client = await this.#clients.get(this.#connection);
    const association = form.associations.find((one) => one.name === name);
    const to = relatedTo(form, association, controller, client.connection.choices);
    return client.find(controller, { kind: 'related', to }, signal);
  }
}

/** Where the columns of related records are remembered: the same for every record of a controller. No list view has such an id. */
export function relatedListAddress({ connection, controller }: OpenAddress, name: string): ListAddress {
  return { connection, controller, listView: `=related ${name}` };
}

export function relatedLayouts(
  layouts: Pick<ColumnLayouts, 'get'>,
  address: OpenAddress,
  { associations }: RecordForm,
): Record<string, ColumnLayout> {
  return Object.fromEntries(
    associations.flatMap(({ name }) => {
      const stored = columnLayout.safeParse(layouts.get(relatedListAddress(address, name)));
      return stored.success ? [[name, stored.data]] : [];
    }),
  );
}
