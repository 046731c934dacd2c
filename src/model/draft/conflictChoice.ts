import type { JsonObject } from '../json.ts';
import type { FieldConflict } from './recordMerge.ts';
import type { ValueChange } from './textEdit.ts';
import { withValueAt } from './recordText.ts';

export type ConflictChoice = 'mine' | 'theirs' | 'original';

/** What the text has to say after a choice: nothing else for mine. Without a known original, the field is emptied. */
export function chosenValues(conflict: FieldConflict, choice: ConflictChoice): ValueChange[] {
  if (choice === 'mine') return [];
  return [
    { at: conflict.at, value: conflict[choice] ?? null },
    ...conflict.companions.map((companion) => ({ at: companion.at, value: companion[choice] })),
  ];
}

/** The base, once a person has seen what the service has: whatever differs from it now is meant. */
export function withSeen(base: JsonObject, conflict: FieldConflict): JsonObject {
  let seen = withValueAt(base, conflict.at, conflict.theirs);
  for (const { at, theirs } of conflict.companions) seen = withValueAt(seen, at, theirs);
  return seen;
}
