import { type ComparedField, fieldIn } from '../../model/compare/comparedFields.ts';
import type { ComparedEntry, ComparedRow, Side } from '../../model/compare/comparison.ts';
import { pathKey } from '../../model/form/fieldPath.ts';
import { ServiceError } from '../../model/errors.ts';
import type { ControllerName } from '../../model/controller.ts';
import type { ImportSubject } from '../../model/import/importMapping.ts';
import { saysGone } from '../writes/writeChecks.ts';
import { inParallel } from '../common/inParallel.ts';
import type { Clients } from '../connections/clients.ts';
import { columnOfField, findByField } from '../import/findByField.ts';
import { importSubject } from '../import/importSubject.ts';

const atOnce = 4;

interface MatchedLists {
  readonly fields: readonly ComparedField[];
  readonly key: 'id' | number;
  readonly sides: readonly [MatchedSide, MatchedSide];
}

interface MatchedSide {
  /** Undefined for a file, which has no records beyond those it shows. */
  readonly list?: { readonly connection: string; readonly controller: ControllerName } | undefined;
}

/**
 * Checks whether records are really missing. A list view may leave records out: a record that it doesn't show may still
 * exist, and must be neither added again nor deleted on the other side. So each one is looked up first, even if the
 * query of the list view shows no conditions: where a service keeps them isn't documented.
 */
export class MissingRecords {
  readonly #lists: MatchedLists;
  readonly #clients: Pick<Clients, 'get'>;
  readonly #signal: AbortSignal;
  readonly #subjects = new Map<Side, Promise<ImportSubject>>();
  /** Number of records that were found after all, or may exist. */
  left = 0;

  constructor(lists: MatchedLists, clients: Pick<Clients, 'get'>, signal: AbortSignal) {
    this.#lists = lists;
    this.#clients = clients;
    this.#signal = signal;
  }

  /** Removes entries that the other side has or may have. */
  async keepMissing(entries: readonly ComparedEntry[]): Promise<readonly ComparedEntry[]> {
    const isKept = entries.map(() => true);
    await inParallel(entries, atOnce, async (entry, at) => {
      if (entry.kind === 'onlyHere') isKept[at] = await this.#isMissing(1, entry.here);
      else if (entry.kind === 'onlyThere') isKept[at] = await this.#isMissing(0, entry.there);
    });
    this.left += isKept.filter((one) => !one).length;
    return entries.filter((_, at) => isKept[at]);
  }

  async #isMissing(side: Side, row: ComparedRow): Promise<boolean> {
    const { list } = this.#lists.sides[side];
    if (!list) return true;
    try {
      return await (this.#lists.key === 'id'
        ? this.#hasNoId(list, row.key)
        : this.#hasNoValue(side, list, this.#lists.key, row));
    } catch (error) {
      // a failure for one record says nothing about the others
      if (error instanceof ServiceError && (error.scope === 'record' || error.code === 'unreadable')) return false;
      throw error;
    }
  }

  async #hasNoId({ connection, controller }: NonNullable<MatchedSide['list']>, id: string): Promise<boolean> {
    const client = await this.#clients.get(connection);
    try {
      return (await client.open(controller, id, this.#signal)).isDeleted;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (await saysGone(error, client, controller, this.#signal)) return true;
      throw error;
    }
  }

  async #hasNoValue(
    side: Side,
    { connection, controller }: NonNullable<MatchedSide['list']>,
    key: number,
    { cells }: ComparedRow,
  ): Promise<boolean> {
    const client = await this.#clients.get(connection);
    const subject = this.#subjects.get(side) ?? importSubject(client, controller, undefined, this.#signal);
    this.#subjects.set(side, subject);
    const known = await subject;
    const compared = this.#lists.fields[key];
    const name = compared && fieldIn(compared, side);
    const field = known.form.fields.find(({ at }) => pathKey(at) === name);
    const column = field && columnOfField(known, field);
    if (!field || !column) return false;
    const { ids } = await findByField(client, controller, { field, column }, cells[key] ?? '', this.#signal);
    return ids?.length === 0;
  }
}
