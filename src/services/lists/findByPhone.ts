import { holdsPhone, phoneTails } from '../../model/list/phoneNumber.ts';
import type { RecordPage, RecordRow } from '../../model/list/recordPage.ts';

const most = 100;

export interface PhoneFound {
  readonly rows: readonly RecordRow[];
  /** What the service is to be searched for to list them all; undefined where no search of it finds them. */
  readonly search: string | undefined;
}

/**
 * The records with a phone number of these digits. A service compares characters, so it is asked for the end of the
 * number in the notations that its first records use, and the digits are compared here.
 */
export async function findByPhone(
  ask: (search: string, limit: number) => Promise<Pick<RecordPage, 'rows' | 'total'>>,
  digits: string,
): Promise<PhoneFound> {
  const matches = (rows: readonly RecordRow[]): RecordRow[] =>
    rows.filter(({ name, cells }) => [name, ...cells].some((text) => holdsPhone(text, digits)));
  const sample = await ask('', most);
  const found = new Map(matches(sample.rows).map((row) => [row.id, row]));
  if (sample.total !== undefined && sample.rows.length >= sample.total)
    return { rows: [...found.values()], search: undefined };
  let search: string | undefined;
  let largest = 0;
  for (const tail of phoneTails(
    digits,
    sample.rows.flatMap(({ cells }) => cells),
  )) {
    const rows = matches((await ask(tail, most)).rows);
    if (rows.length > largest) [search, largest] = [tail, rows.length];
    for (const row of rows) found.set(row.id, row);
  }
  return { rows: [...found.values()], search };
}
