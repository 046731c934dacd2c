import type { ControllerName } from '../../model/controller.ts';
import type { RecordRow } from '../../model/list/recordPage.ts';
import type { KnownRights } from './knownRights.ts';

/** A row is newer than the form of its record that was read before. */
export function rememberRowRights(
  rights: Pick<KnownRights, 'get' | 'remember'>,
  connection: string,
  controller: ControllerName,
  rows: readonly RecordRow[],
): void {
  for (const { id, canEdit, canDelete, canComment } of rows) {
    const address = id === null ? undefined : ({ kind: 'record', connection, controller, id } as const);
    const before = address && rights.get(address);
    if (!address || !before) continue;
    rights.remember(address, {
      ...before,
      canEdit: canEdit ?? before.canEdit,
      canDelete: canDelete ?? before.canDelete,
      canComment: canComment ?? before.canComment,
    });
  }
}
