import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pause } from './waitUntil.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * How many of the things that `open` made and closed again are still held by something: a listener that was never taken
 * back, a timer, an entry in a list.
 */
export async function leftBehind(times: number, open: () => Promise<object>): Promise<number> {
  const made: WeakRef<object>[] = [];
  for (let turn = 0; turn < times; turn++) made.push(new WeakRef(await open()));
  const left = (): number => made.filter((one) => one.deref() !== undefined).length;
  // what is under way when something closes may hold it for a moment longer
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
