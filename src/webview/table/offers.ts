import type { RecordCommand, TableStart } from '../../protocol/table.ts';

/** What can be done with records here: a read-only connection leaves only what changes nothing. */
export function offersOf({ connection, offers }: TableStart): ReadonlySet<RecordCommand> {
  return new Set(connection.readOnly ? offers.filter((name) => name === 'exportRecords') : offers);
}
