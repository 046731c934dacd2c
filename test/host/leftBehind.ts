import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pause } from './waitUntil.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * How many of the objects that `open` created and closed are still referenced: by a listener that was never disposed, a
 * timer, or an entry in a list.
 */
export async function countLeaks(times: number, open: () => Promise<object>): Promise<number> {
  const made: WeakRef<object>[] = [];
  for (let turn = 0; turn < times; turn++) made.push(new WeakRef(await open()));
  const left = (): number => made.filter((one) => one.deref() !== undefined).length;
  // work in flight may hold a closed object for a moment
  for (let turn = 0; turn < 40 && left() > 0; turn++) {
    await pause(50);
    collect();
  }
  return left();
}

export function heapMiB(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

export function outcome(left: number, grownMiB: number): string {
  return `${left} still held, heap ${grownMiB >= 0 ? '+' : ''}${grownMiB.toFixed(2)} MiB`;
}
