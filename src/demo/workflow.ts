import { isClosed } from './catalog/computedColumns.ts';
import { lostStage } from './catalog/choiceLists.ts';
import type { Controller } from './catalog/controller.ts';
import type { Row } from './database/store.ts';
import { mayAdd, rightsOn } from './access/rights.ts';
import type { User } from './access/user.ts';

/** A submit button: saves what was sent, and may move the record to another stage. */
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

/** The buttons that a user has for a record; for a new one when there is no row. */
export function actionsFor(user: User, controller: Controller, row: Row | undefined): Action[] {
  if (!row) return mayAdd(user, controller) ? [saveProgress, saveAndContinue] : [];
  if (!rightsOn(user, controller, row).edit) return [];
  if (!controller.hasWorkflow) return [saveProgress, saveAndContinue];
  return isClosed(row['current_stage'])
    ? [saveProgress, reopen]
    : [saveProgress, saveAndContinue, approve, reject, scanCard];
}
