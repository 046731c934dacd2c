import assert from 'node:assert/strict';
import type { FieldPermission } from '../../../../src/model/form/permission.ts';
import { actionForSave, isOffered, type SubmitAction } from '../../../../src/model/form/submitAction.ts';

const granted: FieldPermission = { editable: true, from: 'form' };

function action(name: string, more: Partial<SubmitAction> = {}): SubmitAction {
  return { path: ['action', name], label: name, isWebCompatible: true, permission: granted, ...more };
}

function chosen(...submitActions: SubmitAction[]): string | undefined {
  return actionForSave({ submitActions })?.path.at(-1);
}

describe('Ctrl+S action', () => {
  it('is save_progress, otherwise save_&_continue, otherwise a plain save', () => {
    assert.equal(chosen(action('approve'), action('save_&_continue'), action('save_progress')), 'save_progress');
    assert.equal(chosen(action('save'), action('save_&_continue')), 'save_&_continue');
    assert.equal(chosen(action('approve'), action('save')), 'save');
  });

  it('is never another action, such as an approval', () => {
    assert.equal(chosen(action('approve'), action('saved'), action('save_and_submit'), action('signup')), undefined);
    assert.equal(chosen(), undefined);
  });

  it('recognizes its name in another spelling and keeps that spelling', () => {
    assert.equal(chosen(action('Save-Progress')), 'Save-Progress');
    assert.equal(chosen(action('SAVE PROGRESS')), 'SAVE PROGRESS');
    assert.equal(chosen(action('save_and_continue')), 'save_and_continue');
    assert.equal(chosen(action('save_&amp;_continue')), 'save_&amp;_continue');
  });

  it('is the one chosen for the connection if no other only saves, by name or label', () => {
    const close = action('save_&_close', { label: 'Save & Close' });
    const chosenFor = (saveAction: string, ...submitActions: SubmitAction[]): string | undefined =>
      actionForSave({ submitActions, saveAction })?.path.at(-1);
    assert.equal(chosenFor('save_&_close', action('approve'), close), 'save_&_close');
    assert.equal(chosenFor('Save & Close', action('approve'), close), 'save_&_close');
    assert.equal(chosenFor('save_&_close', action('save'), close), 'save');
    assert.equal(chosenFor('update', action('approve'), close), undefined);
    assert.equal(chosenFor('Update', action('a', { label: 'Update' }), action('b', { label: 'Update' })), undefined);
  });

  it('ignores buttons that are not for the web', () => {
    assert.equal(
      chosen(action('save_progress', { isWebCompatible: false }), action('save_&_continue')),
      'save_&_continue',
    );
  });

  it('ignores a button that is marked read-only', () => {
    const closed: FieldPermission = { editable: false, from: 'element' };
    assert.equal(chosen(action('save_progress', { permission: closed })), undefined);
  });

  it('accepts a button without a permission, since its fields decide', () => {
    assert.equal(isOffered(action('save_progress', { permission: { editable: false, from: 'nothing' } })), true);
  });
});
