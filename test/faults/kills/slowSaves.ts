import { setTimeout as wait } from 'node:timers/promises';
import type { BulkService } from '../../support/bulkService.ts';

/**
 * Most saves are quick; this share is still in flight when the next window asks. Returns a function that waits until
 * all are done, from every window.
 */
export function slowSaves(
  service: Pick<BulkService, 'beforeSave'>,
  random: () => number,
  share: number,
): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  service.beforeSave = () => {
    const save = wait(random() < share ? random() * 2_000 : random() * 20);
    underWay.add(save);
    return save.finally(() => underWay.delete(save));
  };
  return async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
}
