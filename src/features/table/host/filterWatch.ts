import { t } from '@vscode/l10n';
import type { ListAddress, RowsQuery } from '../../../services/lists/listAddress.ts';
import type { FilteredList, FilterProgress } from '../../../services/lists/filteredList.ts';
import type { RecordPages } from '../../../services/lists/recordPages.ts';
import { sentenceOf } from '../../../platform/errorReporter.ts';
import type { FilterStatus } from '../tableProtocol.ts';

/** Reports the filter progress of a table's query. The list is read as long as the table shows it. */
export class FilterWatch {
  readonly #pages: Pick<RecordPages, 'filtered'>;
  readonly #address: ListAddress;
  readonly #report: (status: FilterStatus | null) => void;
  #list: FilteredList | undefined;
  #watching: { dispose(): void } | undefined;
  #reports = 0;

  constructor(
    pages: Pick<RecordPages, 'filtered'>,
    address: ListAddress,
    report: (status: FilterStatus | null) => void,
  ) {
    this.#pages = pages;
    this.#address = address;
    this.#report = report;
  }

  /** Call before rows of a query are requested. */
  follow(query: RowsQuery): void {
    const list = this.#pages.filtered(this.#address, query);
    if (list === this.#list) return;
    // watch the new list first: both may be the same
    const before = this.#watching;
    this.#list = list;
    this.#watching = list?.watch((progress) => this.#report(this.#statusOf(progress)));
    before?.dispose();
    this.#report(this.status ?? null);
  }

  /** Undefined for a query without conditions. */
  get status(): FilterStatus | undefined {
    return this.#list?.progress && this.#statusOf(this.#list.progress);
  }

  stop(): void {
    this.#list?.stop();
  }

  continue(): void {
    this.#list?.continue();
  }

  dispose(): void {
    this.#watching?.dispose();
    this.#watching = undefined;
    this.#list = undefined;
  }

  #statusOf({ state, found, read, unread, total, error }: FilterProgress): FilterStatus {
    return {
      at: ++this.#reports,
      state,
      found,
      read,
      ...(unread > 0 && { unread }),
      total: total ?? null,
      ...(error !== undefined && { why: sentenceOf(t('The filter'), error) }),
    };
  }
}
