import type { RecordForm } from '../model/recordForm.ts';
import type { RecordPage } from '../model/recordPage.ts';
import { UserError } from '../platform/errors.ts';
import type { TableRows } from '../protocol/table.ts';
import type { Clients } from '../services/clients.ts';
import { tableRows } from './tableRows.ts';

/** The records that hang together with one record. The service answers with all of them at once. */
export class RelatedRows {
  readonly #clients: Clients;
  readonly #connection: string;
  readonly #known = new Map<string, Promise<RecordPage>>();

  constructor(clients: Clients, connection: string) {
    this.#clients = clients;
    this.#connection = connection;
  }

  async rows(form: RecordForm, name: string, from: number, count: number, signal: AbortSignal): Promise<TableRows> {
    // the first rows are asked for when someone opens the list, or wants it anew
    if (from === 0) this.#known.delete(name);
    const known = this.#known.get(name) ?? this.#ask(form, name, signal);
    this.#known.set(name, known);
    known.catch(() => this.#known.delete(name));
    const { columns, rows, listViewName, alias } = await known;
    const slice = { from, rows: rows.slice(from, from + count), columns, total: rows.length, listViewName, alias };
    return tableRows(slice);
  }

  forget(): void {
    this.#known.clear();
  }

  async #ask(form: RecordForm, name: string, signal: AbortSignal): Promise<RecordPage> {
    const association = form.associations.find((each) => each.name === name);
    const controller = association?.controller ?? association?.likelyController;
    if (!controller || form.id === null)
      throw new UserError(`The service does not say where the records of “${name}” are.`);
    const client = await this.#clients.get(this.#connection);
    const key = form.primaryKey?.includes('.') ? form.primaryKey : `${form.alias}.${form.primaryKey ?? 'id'}`;
    return client.find(
      controller,
      { kind: 'related', to: { id: form.id, key, modelClass: form.modelClass ?? '' } },
      signal,
    );
  }
}
