import { t } from '@vscode/l10n';
import { ServiceError } from '../../model/errors.ts';

/** What is written down before a record is sent. */
export interface SentNotes {
  /** That it is about to be sent, and when, which is answered. It goes to the disk soon. */
  put(): number;
  /** Once that is on the disk. */
  settle(): Promise<void>;
  now(): number;
}

export function bothNotes(one: SentNotes, other: SentNotes): SentNotes {
  return {
    put: () => Math.min(one.put(), other.put()),
    settle: async () => {
      await Promise.all([one.settle(), other.settle()]);
    },
    now: () => one.now(),
  };
}

/** A write goes out so long after it was noted at most: whoever waits for it after a kill waits so much longer. */
export const oldestNote = 250;
/** A disk that is never quick enough must not keep anyone waiting for ever. */
const mostTurns = 100;

/**
 * Sends once the note is on the disk; it is noted again for as long as the note has become too old on its way there.
 * Between the look at the clock and the sending nothing can come: a computer that slept there would send with an old note.
 */
export async function freshly<T>(notes: SentNotes, first: number, send: () => Promise<T>): Promise<T> {
  let at = first;
  await notes.settle();
  for (let turn = 1; Math.abs(notes.now() - at) > oldestNote; turn++) {
    if (turn > mostTurns) throw slowDisk();
    at = notes.put();
    await notes.settle();
  }
  return send();
}

/** Nothing was sent. */
function slowDisk(): ServiceError {
  return new ServiceError('timedOut', {
    doing: t('note on the disk what is about to be sent'),
    why: t('the disk of this computer takes too long'),
    remedy: t('Nothing was sent: try again when it is less busy.'),
  });
}
