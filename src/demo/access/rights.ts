import { isClosed, lostStage } from '../catalog/choiceLists.ts';
import type { DemoColumn } from '../catalog/column.ts';
import type { DemoController } from '../catalog/controllers.ts';
import type { Row } from '../database/store.ts';
import type { User } from './users.ts';

/** Permission values of form elements. */
export const permission = { inherit: 0, delete: 1, edit: 2, view: 4 } as const;

export interface Rights {
  readonly edit: boolean;
  readonly delete: boolean;
  readonly comment: boolean;
}

const none: Rights = { edit: false, delete: false, comment: false };

/** The user's rights on one record. */
export function rightsOn(user: User, controller: DemoController, row: Row): Rights {
  if (row['deleted'] === 1 || controller.name === 'listviews' || user.role === 'reader') return none;
  if (user.role === 'administrator') {
    const isSelf = controller.name === 'users' && row['id'] === user.id;
    return { edit: true, delete: !isSelf && !isClosed(row['current_stage']), comment: true };
  }
  const isOwn = controller.name === 'users' ? row['id'] === user.id : row['owned_by'] === user.id;
  return { edit: isOwn && !isClosed(row['current_stage']), delete: false, comment: true };
}

export function mayAdd(user: User, controller: DemoController): boolean {
  if (controller.name === 'listviews' || user.role === 'reader') return false;
  return controller.name !== 'users' || user.role === 'administrator';
}

/** True if the user may change this field of this record; `undefined` means a record that is being added. */
export function mayEditField(
  user: User,
  controller: DemoController,
  column: DemoColumn,
  row: Row | undefined,
): boolean {
  if (column.access === 'system') return false;
  if (row ? !rightsOn(user, controller, row).edit : !mayAdd(user, controller)) return false;
  // a closed lead is read-only except for its outcome
  if (row && isClosed(row['current_stage'])) return column.access === 'closing';
  if (column.access === 'closing') return false;
  if (user.role === 'administrator') return true;
  return column.access !== 'finance' && column.name !== 'owned_by' && column.name !== 'business_key';
}

/** A submit button: saves the submitted values and may move the record to another stage. */
export interface Action {
  readonly name: string;
  readonly label: string;
  readonly isWebCompatible: boolean;
  nextStage(stage: number): number;
}

const stays = (stage: number): number => stage;
const saveProgress: Action = { name: 'save_progress', label: 'Save Progress', isWebCompatible: true, nextStage: stays };
const saveAndContinue: Action = {
  name: 'save_&_continue',
  label: 'Save & Continue',
  isWebCompatible: true,
  nextStage: stays,
};
const approve: Action = { name: 'approve', label: 'Approve', isWebCompatible: true, nextStage: (stage) => stage + 1 };
const reject: Action = { name: 'reject', label: 'Reject', isWebCompatible: true, nextStage: () => lostStage };
const reopen: Action = { name: 'reopen', label: 'Reopen', isWebCompatible: true, nextStage: () => 0 };
const scanCard: Action = { name: 'scan_card', label: 'Scan Business Card', isWebCompatible: false, nextStage: stays };

/** The submit buttons that a user has for a record, or for a new one if there is no row. */
export function actionsFor(user: User, controller: DemoController, row: Row | undefined): Action[] {
  if (!row) return mayAdd(user, controller) ? [saveProgress, saveAndContinue] : [];
  if (!rightsOn(user, controller, row).edit) return [];
  if (!controller.hasWorkflow) return [saveProgress, saveAndContinue];
  return isClosed(row['current_stage'])
    ? [saveProgress, reopen]
    : [saveProgress, saveAndContinue, approve, reject, scanCard];
}
