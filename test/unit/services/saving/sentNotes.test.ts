import assert from 'node:assert/strict';
import { freshly, type SentNotes } from '../../../../src/services/saving/sentNotes.ts';

/** A disk that takes so many milliseconds for each note in turn, and then none. */
function notesOn(...latencies: number[]): SentNotes & { readonly put: () => number; readonly count: () => number } {
  let [now, count] = [1_000, 0];
  return {
    put: () => {
      count += 1;
      return now;
    },
    settle: async () => {
      now += latencies.shift() ?? 0;
    },
    now: () => now,
    count: () => count,
  };
}

describe('a note of what is about to be sent', () => {
  it('is written once on a quick disk, and again for as long as it grows too old on its way there', async () => {
    for (const [latencies, expected] of [
      [[5], 1],
      [[900, 400, 5], 3],
    ] as const) {
      const notes = notesOn(...latencies);
      assert.equal(await freshly(notes, notes.put(), async () => 'sent'), 'sent');
      assert.equal(notes.count(), expected);
    }
  });

  it('that never gets there in time ends in a sentence, and nothing is sent', async () => {
    const notes = notesOn(...Array<number>(1_000).fill(300));
    let isSent = false;
    const send = async (): Promise<void> => {
      isSent = true;
    };
    await assert.rejects(freshly(notes, notes.put(), send), {
      code: 'timedOut',
      effect: 'notSent',
      message: /takes too long/,
    });
    assert.equal(isSent, false);
  });
});
