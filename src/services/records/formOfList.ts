import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { RecordPage } from '../../model/list/recordPage.ts';
import type { ListAddress } from '../lists/listAddress.ts';
import type { RecordForms } from './recordForms.ts';

/** A list doesn't include choices: the form of one of its records does, or else that of a new record. */
export async function formOfList(
  forms: RecordForms,
  { connection, controller }: Pick<ListAddress, 'connection' | 'controller'>,
  { rows }: RecordPage,
): Promise<RecordForm | undefined> {
  const id = rows.find((row) => row.id !== null)?.id;
  const own = id == null ? undefined : await forms.get(connection, controller, id).catch(whenAway);
  return own ?? forms.formFor({ kind: 'newRecord', connection, controller, number: 0 }).catch(whenAway);
}

function whenAway(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
