import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { times } from '../../faults/size.ts';
import { cases as answerCases } from './answerCases.ts';
import { cases as fileCases } from './fileCases.ts';
import { cases as squareCases } from './squareCases.ts';
import type { Counted, Question } from './stepWorker.ts';
import { cases as textCases } from './textCases.ts';

const max = times(300_000, 1_000_000);
/** Ten times the input may take this many times the steps: what is linear takes ten, and the rest is for what is read in blocks. */
const maxGrowth = 12;
/** More steps per character are slow too, even if the growth is linear. */
const maxStepsPerLetter = 500;

describe(`worst-case steps for ${max} characters`, () => {
  /** Counts steps for a file of cases. */
  function counterOf(file: string): (question: Question) => Promise<number> {
    let worker: Worker;
    before(() => {
      const workerData = new URL(file, import.meta.url).href;
      worker = new Worker(new URL('./stepWorker.ts', import.meta.url), { workerData });
    });
    after(() => worker.terminate());
    return async (question) => {
      worker.postMessage(question, []);
      for (;;) {
        const [{ what, letters, steps }] = (await once(worker, 'message')) as [Counted];
        // a response to an earlier question that timed out may still arrive
        if (what !== question.what || letters !== question.letters) continue;
        return typeof steps === 'number' ? steps : assert.fail(steps);
      }
    };
  }

  for (const [file, cases] of [
    ['./textCases.ts', textCases],
    ['./fileCases.ts', fileCases],
    ['./answerCases.ts', answerCases],
  ] as const)
    describe(`(${file})`, () => {
      const stepsOf = counterOf(file);
      for (const what of Object.keys(cases))
        it(`are linear in its length: ${what}`, async () => {
          const tenth = await stepsOf({ what, letters: max / 10 });
          const all = await stepsOf({ what, letters: max });
          assert.ok(all <= tenth * maxGrowth, `${tenth} for a tenth of it, and ${all} for all`);
          assert.ok(all <= max * maxStepsPerLetter, `${all}`);
        });
    });

  describe('are reported if quadratic', () => {
    const stepsOf = counterOf('./squareCases.ts');
    for (const what of Object.keys(squareCases))
      it(what, async () => {
        const [tenth, all] = [await stepsOf({ what, letters: 300 }), await stepsOf({ what, letters: 3_000 })];
        assert.ok(all > tenth * 50, `${tenth} and ${all}`);
      });
  });
});
