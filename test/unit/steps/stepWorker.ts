import { parentPort, workerData } from 'node:worker_threads';
import { StepCounter } from '../../support/stepCount.ts';
import type { Cases } from './cases.ts';

const counter = new StepCounter();
await counter.start();
// imported late: code compiled earlier isn't counted
const { cases } = (await import(String(workerData))) as { cases: Cases };

export interface Question {
  readonly what: string;
  readonly letters: number;
}

/** The number of steps, or why they couldn't be counted. */
export type Counted = Question & { readonly steps: number | string };

async function count({ what, letters }: Question): Promise<number | string> {
  try {
    const work = await cases[what]?.(letters);
    return await counter.stepsOf(() => work?.());
  } catch (error) {
    return String(error);
  }
}

parentPort?.on('message', (question: Question) => {
  void count(question).then((steps) => parentPort?.postMessage({ ...question, steps } satisfies Counted, []));
});
