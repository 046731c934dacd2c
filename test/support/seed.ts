import { randomInt } from 'node:crypto';

export const seedVariable = 'RECORDBENCH_SEED';

/** Where all that is random in a run begins; another one each time, unless the environment names it. */
export const seed = Number((process.env[seedVariable] ??= String(randomInt(1_000_000))));
