import { randomInt } from 'node:crypto';
import { isLong } from '../faults/size.ts';

export const seedVariable = 'RECORDBENCH_SEED';

/**
 * Where all that is random in a run begins: the same in each `npm test`, so that it fails only for what was changed,
 * and another one in each `npm run test:faults`, which looks for what nobody thought of. The environment can name it.
 */
export const seed = Number((process.env[seedVariable] ??= isLong ? String(randomInt(1_000_000)) : '1'));
