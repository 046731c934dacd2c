import type { RecordForm } from '../../model/form/recordForm.ts';
import type { SaveClock } from './saveClock.ts';

const lookEvery = 250;

export interface Unsettled {
  readonly clock: SaveClock;
  /** Until when something may still arrive; in the past when nothing can. */
  readonly until: () => Promise<number>;
  readonly read: () => Promise<RecordForm>;
  /** Whether that is in the record by now. */
  readonly hasArrived: (form: RecordForm) => boolean;
}

/**
 * The record, once it holds what was sent before, or that can be on its way no longer: else it would be written twice,
 * or would arrive after what is saved now, and in its place.
 */
export async function readSettled({ clock, until, read, hasArrived }: Unsettled): Promise<RecordForm> {
  for (;;) {
    const end = await until();
    const isOver = clock.now() >= end;
    const form = await read();
    if (isOver || hasArrived(form)) return form;
    await clock.wait(Math.min(lookEvery, Math.max(0, end - clock.now())));
  }
}
