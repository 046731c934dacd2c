/** What is written down before a record is sent. */
export interface SentNotes {
  /** That it is about to be sent, and when, which is answered. It goes to the disk soon. */
  put(): number;
  /** Once that is on the disk. */
  settle(): Promise<void>;
  now(): number;
}

/** A write goes out so long after it was noted at most: whoever waits for it after a kill waits so much longer. */
export const oldestNote = 250;

/**
 * Sends once the note is on the disk; it is noted again for as long as the note has become too old on its way there.
 * Between the look at the clock and the sending nothing can come: a computer that slept there would send with an old note.
 */
export async function freshly<T>(notes: SentNotes, first: number, send: () => Promise<T>): Promise<T> {
  let at = first;
  await notes.settle();
  while (Math.abs(notes.now() - at) > oldestNote) {
    at = notes.put();
    await notes.settle();
  }
  return send();
}
