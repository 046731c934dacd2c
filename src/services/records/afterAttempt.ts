import { setTimeout as timer } from 'node:timers/promises';
import type { RecordClient } from '../../api/recordClient.ts';
import { hasArrived } from '../../model/draft/arrived.ts';
import type { JsonObject } from '../../model/json.ts';
import type { RecordForm } from '../../model/form/recordForm.ts';
import { oldestNote, type SentNotes } from '../sentNotes.ts';
import type { Draft } from './draft.ts';

export interface SaveClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const realClock: SaveClock = { now: Date.now, wait: (ms) => timer(ms) };

const lookEvery = 250;

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

/**
 * The record, once it holds what a window sent that is gone by now, or that can be on its way no longer: else it would
 * be written twice, or would arrive after what is saved now, and in its place.
 */
export async function afterAttempt(
  { attempted, isAttemptOfOthers }: Draft,
  { connection }: RecordClient,
  clock: SaveClock,
  read: () => Promise<RecordForm>,
): Promise<RecordForm> {
  const longest = connection.network.timeoutMs + oldestNote;
  // a clock that was put back must not make anyone wait for a year
  const until = attempted && isAttemptOfOthers ? Math.min(attempted.at, clock.now()) + longest : 0;
  for (;;) {
    const isOver = clock.now() >= until;
    const form = await read();
    if (!attempted || isOver || hasArrived(form, attempted.sent)) return form;
    await clock.wait(Math.min(lookEvery, Math.max(0, until - clock.now())));
  }
}
