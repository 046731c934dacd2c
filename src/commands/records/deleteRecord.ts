import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordAddress } from '../../model/address/address.ts';
import { ServiceError } from '../../model/errors.ts';
import { capitalized } from '../../model/sentence.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import type { RecordForms } from '../../services/records/recordForms.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import type { RecordWriter } from '../../services/writes/recordWriter.ts';
import { assertDeletable } from '../../services/writes/writeChecks.ts';
import { isTrue } from '../commandArgument.ts';
import { type RecordChoice, recordOf } from './recordArgument.ts';

interface DeleteDeps extends RecordChoice {
  readonly guard: WriteGuard;
  readonly writer: RecordWriter;
  readonly recordForms: RecordForms;
}

/** Asks once, unless the argument says `confirmed`. Answers whether the record was deleted. */
export async function deleteRecord(argument: unknown, deps: DeleteDeps): Promise<boolean> {
  const { guard, recordForms, connections } = deps;
  const address = await recordOf(argument, deps, t('Which record should be deleted?'));
  guard.check(address.connection, t('delete the record'));
  // while someone is asked, the connection may be led elsewhere
  const madeFor = connections.get(address.connection)?.baseUrl;
  const form = await recordForms.fresh(address);
  const name = `${form.singular} ${form.name === '' ? address.id : `“${form.name}”`}`;
  if (form.isDeleted)
    throw new ServiceError('refused', { doing: t('delete {0}', name), why: t('it has been deleted already') });
  assertDeletable(form);
  const connection = connections.get(address.connection)?.name ?? address.connection;
  if (!isTrue(argument, 'confirmed') && !(await confirmDeletion(name, connection, address))) return false;
  const outcome = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: t('Deleting {0}', name) },
    () => deps.writer.delete(address, { doing: t('delete {0}', name), madeFor }),
  );
  if (outcome.kind !== 'done') throw outcome.error;
  const said = outcome.messages.map(({ text }) => text).join(' ');
  void vscode.window.showInformationMessage(said === '' ? t('{0} was deleted.', capitalized(name)) : said);
  return true;
}

async function confirmDeletion(name: string, connection: string, address: RecordAddress): Promise<boolean> {
  const remove = t('Delete');
  const isDirty = openDocumentOf(address)?.isDirty === true;
  const detail = [
    t('It is deleted in {0}, for everyone.', connection),
    isDirty ? t('It has unsaved changes here; they stay in their tab.') : '',
  ];
  const chosen = await vscode.window.showWarningMessage(
    t('Delete {0}?', name),
    { modal: true, detail: detail.join(' ').trim() },
    remove,
  );
  return chosen === remove;
}
