import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecordAddress } from '../../model/address/address.ts';
import { controllerText } from '../../model/controller.ts';
import { ServiceError } from '../../model/errors.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { capitalised } from '../../model/sentence.ts';
import { openDocumentOf } from '../../platform/openRecords.ts';
import type { RecordChanges } from '../../services/common/recordChanges.ts';
import type { RecordForms } from '../../services/recordForms.ts';
import type { WriteGuard } from '../../services/connections/writeGuard.ts';
import { isTrue } from '../commandArgument.ts';
import { type RecordChoice, recordOf } from './recordArgument.ts';

interface Parts extends RecordChoice {
  readonly guard: WriteGuard;
  readonly changes: RecordChanges;
  readonly recordForms: RecordForms;
}

/** Asks once, unless the argument says `confirmed`. Answers whether the record was deleted. */
export const deleteRecord =
  (parts: Parts) =>
  async (argument?: unknown): Promise<boolean> => {
    const { guard, recordForms, connections } = parts;
    const address = await recordOf(argument, parts, t('Which record should be deleted?'));
    guard.check(address.connection, t('delete the record'));
    const form = await recordForms.fresh(address);
    const name = `${form.singular} ${form.name === '' ? address.id : `“${form.name}”`}`;
    refuse(form, name);
    const connection = connections.get(address.connection)?.name ?? address.connection;
    if (!isTrue(argument, 'confirmed') && !(await agree(name, connection, address))) return false;
    const said = await send(parts, address, name);
    void vscode.window.showInformationMessage(
      said.length > 0 ? said.join(' ') : t('{0} was deleted.', capitalised(name)),
    );
    return true;
  };

function refuse(form: RecordForm, name: string): void {
  const doing = t('delete {0}', name);
  if (form.isDeleted) throw new ServiceError('refused', { doing, why: t('it has been deleted already') });
  if (form.isDeletable === false)
    throw new ServiceError('notAllowed', {
      doing,
      why: t('the service says that you may not delete it (is_deletable is 0)'),
      remedy: t("Ask the record's owner or an administrator."),
    });
}

async function agree(name: string, connection: string, address: RecordAddress): Promise<boolean> {
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

async function send({ guard, changes }: Parts, address: RecordAddress, name: string): Promise<string[]> {
  const { connection, controller, id } = address;
  const client = await guard.client(connection, t('delete {0}', name));
  const change = { connection, controller: controllerText(controller), ids: [id] };
  try {
    const { messages } = await client.sendDelete(controller, id);
    changes.tell({ ...change, isDeletion: true });
    return messages.map(({ text }) => text);
  } catch (error) {
    // whoever shows the record has to look for themselves
    if (error instanceof ServiceError && error.effect === 'unknown') changes.tell(change);
    throw error;
  }
}
