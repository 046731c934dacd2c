import type { Column } from '../../../model/list/recordPage.ts';

/** A number that names a record: it is neither grouped nor added up. */
export function isIdentifier({ name }: Column): boolean {
  return /(^|[._])id$/i.test(name);
}
