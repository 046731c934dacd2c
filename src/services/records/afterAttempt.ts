import type { RecordClient } from '../../api/recordClient.ts';
import { hasArrived } from '../../model/draft/arrived.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import type { JsonObject } from '../../model/json.ts';
import { readSettled } from '../saving/readSettled.ts';
import type { SaveClock } from '../saving/saveClock.ts';
import type { SentMarks } from '../saving/sentMarks.ts';
import { oldestNote, type SentNotes } from '../saving/sentNotes.ts';
import type { Draft } from './draft.ts';

/** On the disk before it is sent: whoever is killed then may have sent it. */
export function attemptNotes(
  draft: Draft,
  sent: JsonObject,
  { clock, keep }: { readonly clock: SaveClock; readonly keep: () => Promise<void> },
): SentNotes {
  let kept = Promise.resolve();
  return {
    put: () => {
      const at = clock.now();
      draft.attempted = { sent, at };
      draft.isAttemptOfOthers = false;
      kept = keep();
      return at;
    },
    settle: () => kept,
    now: () => clock.now(),
  };
}

/** The record, after what a window that is gone by now has sent of this draft, and what others have sent of the record. */
export function afterAttempt(
  { attempted, isAttemptOfOthers }: Draft,
  { connection }: RecordClient,
  { marks, record }: { readonly marks: SentMarks; readonly record: string },
  read: () => Promise<RecordForm>,
): Promise<RecordForm> {
  const { clock } = marks;
  const { timeoutMs } = connection.network;
  // a clock that was put back must not make anyone wait for a year
  const mine = attempted && isAttemptOfOthers ? Math.min(attempted.at, clock.now()) + timeoutMs + oldestNote : 0;
  const others = marks.othersUntil(record, timeoutMs);
  return readSettled({
    clock,
    until: async () => Math.max(mine, await others()),
    read,
    hasArrived: (form) => attempted !== undefined && hasArrived(form, attempted.sent),
  });
}
