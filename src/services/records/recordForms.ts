import type { NewRecordAddress, RecordAddress } from '../../model/address/address.ts';
import type { ControllerName } from '../../model/controller.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { Clients } from '../connections/clients.ts';
import type { Connections } from '../connections/connections.ts';
import type { RecordChanges } from '../common/recordChanges.ts';

/** A click that opens a record also asks for its form. */
const justRead = 1_000;
/** Long enough for moving around in a row, short enough to notice a permission granted since. */
const freshFor = 20_000;
const max = 50;

interface Kept {
  readonly until: number;
  readonly form: Promise<RecordForm>;
}

/** Caches the forms of records in view, for questions about their fields. Never used for a save. */
export class RecordForms {
  readonly #clients: Pick<Clients, 'get'>;
  readonly #now: () => number;
  readonly #cached = new Map<string, Kept>();
  /** Form read last for any record, by connection and controller. */
  readonly #latest = new Map<string, RecordForm>();

  constructor(
    clients: Pick<Clients, 'get'>,
    changes: RecordChanges,
    connections: Pick<Connections, 'onDidGoStale'>,
    now: () => number = Date.now,
  ) {
    this.#clients = clients;
    this.#now = now;
    connections.onDidGoStale(({ id }) => this.evict(id));
    changes.onDidChange(({ connection, controller, ids }) => {
      for (const id of ids) this.#cached.delete(keyOf(connection, controller, id));
    });
  }

  async get(connection: string, controller: ControllerName, id: string): Promise<RecordForm> {
    const key = keyOf(connection, controller, id);
    const client = await this.#clients.get(connection);
    const known = this.#cached.get(key);
    if (known && known.until > this.#now()) return known.form;
    const form = client.open(controller, id);
    this.#cached.delete(key);
    this.#cached.set(key, { until: this.#now() + freshFor, form });
    form.then(
      (read) => {
        // a response that was in flight when the service changed belongs to another service
        if (this.#cached.get(key)?.form === form) this.#latest.set(keyOf(connection, controller, ''), read);
      },
      () => {
        if (this.#cached.get(key)?.form === form) this.#cached.delete(key);
      },
    );
    for (const [oldest] of this.#cached) {
      if (this.#cached.size <= max) break;
      this.#cached.delete(oldest);
    }
    return form;
  }

  /** Undefined unless the form was requested a moment ago. */
  recent({ connection, controller, id }: RecordAddress): Promise<RecordForm> | undefined {
    const known = this.#cached.get(keyOf(connection, controller, id));
    return known && known.until - freshFor + justRead > this.#now() ? known.form : undefined;
  }

  /**
   * Returns a form for what all records of a controller share, such as labels of choices; undefined if none was read.
   */
  known(connection: string, controller: ControllerName): RecordForm | undefined {
    return this.#latest.get(keyOf(connection, controller, ''));
  }

  /** Reads the current form of a record, or of a new one. */
  async fresh(address: RecordAddress | NewRecordAddress): Promise<RecordForm> {
    const { connection, controller } = address;
    if (address.kind === 'record') this.#cached.delete(keyOf(connection, controller, address.id));
    return this.formFor(address);
  }

  async formFor(address: RecordAddress | NewRecordAddress): Promise<RecordForm> {
    const { connection, controller } = address;
    if (address.kind === 'record') return this.get(connection, controller, address.id);
    return (await this.#clients.get(connection)).form(controller, 'add');
  }

  evict(connection: string): void {
    for (const forms of [this.#cached, this.#latest])
      for (const key of forms.keys()) if (key.startsWith(`["${connection}",`)) forms.delete(key);
  }
}

function keyOf(connection: string, controller: string, id: string): string {
  return JSON.stringify([connection, controller, id]);
}
