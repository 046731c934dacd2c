import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { KnownRights } from '../../../../src/services/records/knownRights.ts';
import { rememberRowRights } from '../../../../src/services/records/rowRights.ts';

describe('permissions for menus', () => {
  it('come from the latest response, either a form or a row', () => {
    const rights = new KnownRights({ onDidGoStale: () => ({ dispose: () => undefined }) });
    const controller = controllerName('crm', 'leads');
    const address = { kind: 'record', connection: 'test', controller, id: '1' } as const;
    const row = { id: '1', name: '', isDeleted: false, canComment: undefined, cells: [] };
    rememberRowRights(rights, 'test', controller, [{ ...row, canEdit: false, canDelete: false }]);
    assert.equal(rights.get(address), undefined);
    rights.remember(address, { isDeleted: false, canEdit: false, canDelete: true });
    rememberRowRights(rights, 'test', controller, [{ ...row, canEdit: true, canDelete: undefined }]);
    assert.deepEqual([rights.get(address)?.canEdit, rights.get(address)?.canDelete], [true, true]);
    rights.remember(address, { isDeleted: false, canEdit: false, canDelete: true });
    assert.equal(rights.get(address)?.canEdit, false);
  });
});
