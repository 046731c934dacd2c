import { setTimeout as timer } from 'node:timers/promises';

export interface SaveClock {
  now(): number;
  wait(ms: number): Promise<void>;
}

export const realClock: SaveClock = { now: Date.now, wait: (ms) => timer(ms) };
