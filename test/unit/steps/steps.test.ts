import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { times } from '../../faults/size.ts';
import { cases as answerCases } from './answerCases.ts';
import { cases as fileCases } from './fileCases.ts';
import { cases as squareCases } from './squareCases.ts';
import type { Counted, Question } from './stepWorker.ts';
import { cases as textCases } from './textCases.ts';

/** Files are read in blocks of up to 65,536, so it takes several to see what is done again for each. */
const max = { text: times(100_000, 1_000_000), file: times(300_000, 1_000_000) };
/** Ten times the input may take this many times the steps: what is linear takes ten, and the rest is for what is read in blocks. */
const maxGrowth = 12;
/** More steps per character are slow too, even if the growth is linear. */
const maxStepsPerLetter = 500;

describe(`worst-case steps for ${max.text} characters`, () => {
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

  for (const [file, cases, letters] of [
    ['./textCases.ts', textCases, max.text],
    ['./fileCases.ts', fileCases, max.file],
    ['./answerCases.ts', answerCases, max.text],
  ] as const)
    describe(`(${file})`, () => {
      const stepsOf = counterOf(file);
      for (const what of Object.keys(cases))
        it(`are linear in its length: ${what}`, async () => {
          const tenth = await stepsOf({ what, letters: letters / 10 });
          const all = await stepsOf({ what, letters });
          assert.ok(all <= tenth * maxGrowth, `${tenth} for a tenth of it, and ${all} for all`);
          assert.ok(all <= letters * maxStepsPerLetter, `${all}`);
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
