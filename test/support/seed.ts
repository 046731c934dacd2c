import { randomInt } from 'node:crypto';
import { isLong } from '../faults/size.ts';

export const seedVariable = 'RECORDBENCH_SEED';

/**
 * Random seed of a run: fixed in `npm test`, so that it fails only because of a change, and different in each `npm run
 * test:faults`, which looks for unexpected cases. The environment can override it.
 */
export const seed = Number((process.env[seedVariable] ??= isLong ? String(randomInt(1_000_000)) : '1'));
