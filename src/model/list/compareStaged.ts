import { t } from '@vscode/l10n';
import { isAlike, valueAt } from '../form/fieldValue.ts';
import type { RecordForm } from '../form/recordForm.ts';
import { recordName } from '../form/recordName.ts';
import { shownValue } from '../form/shownValue.ts';
import type { StagedChange, StagedRecord } from './stagedCells.ts';

export interface ComparedCells {
  /** The service has these already: undo brought them back, or an earlier save arrived after all. */
  readonly same: StagedRecord;
  /** The service has something that nobody here has seen; one sentence each. */
  readonly conflicts: ReadonlyMap<string, string>;
  readonly toSend: StagedRecord;
}

/** Staged cells against the record as it was read just now. */
export function compareStaged(form: RecordForm, cells: StagedRecord): ComparedCells {
  const same = new Map<string, StagedChange>();
  const conflicts = new Map<string, string>();
  const toSend = new Map<string, StagedChange>();
  for (const [name, change] of cells) {
    const now = valueAt(form.values, [name]);
    if (isAlike(now, change.to)) same.set(name, change);
    else if (isAlike(now, change.from)) toSend.set(name, change);
    else {
      const label = form.fields.find(({ at }) => at.length === 1 && at[0] === name)?.label ?? name;
      conflicts.set(
        name,
        t(
          '“{0}” of {1} was changed meanwhile: the service has {2}. Refresh, and edit the cell again if yours should stand.',
          label,
          recordName(form),
          shownValue(now),
        ),
      );
    }
  }
  return { same, conflicts, toSend };
}
