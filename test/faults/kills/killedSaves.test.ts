import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bulkService } from '../../support/bulkService.ts';
import { dice } from '../dice.ts';
import { noteOutcome } from '../outcomes.ts';
import { times } from '../size.ts';
import { runAndKill } from './mortalWindow.ts';
import { editorIn, type SavingSettings } from './savingEditor.ts';
import { slowSaves } from './slowSaves.ts';
import { seed } from '../../support/seed.ts';

const kills = Number(process.env['RECORDBENCH_FAULT_KILLS'] ?? times(1, 60));
/** Max duration of our requests, even on a busy machine. */
const timeoutMs = 3_000;
/** The extension's store evicts the oldest beyond its limit. */
const maxRecords = 900;
const scoreOf = (number: number): string => String(number * 1_000);

describe(`window killed ${kills} times during saves (seed ${seed})`, function () {
  this.timeout(180_000 + kills * 15_000);
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-saves-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  for (const kind of ['edit', 'add', 'cells'] as const)
    it(`writes typed values once, or reports that the outcome is unknown: ${kind}`, async () => {
      const random = dice(seed);
      const service = await bulkService(kind === 'add' ? 1 : maxRecords);
      const script = kind === 'cells' ? 'stagingWindow.ts' : 'savingWindow.ts';
      const atRest = slowSaves(service, random, 0.3);
      const firstWrite = new Promise<void>((resolve) => (service.onWrite = resolve));
      // some windows live long enough to see the previous one's requests arrive
      const moment = (): Promise<void> => wait(random() * (random() < 0.8 ? 250 : 4_000));
      // the last kill comes after a write, so that at least one record is checked
      const lastMoment = (): Promise<void> => firstWrite.then(moment);
      const settings: SavingSettings = { url: service.url, folder, timeoutMs, kind, isLast: false, typesOn: false };
      try {
        for (let turn = 0; turn < kills; turn++) {
          const typesOn = random() < 0.3;
          const code = await runAndKill(script, { ...settings, typesOn }, turn === kills - 1 ? lastMoment : moment);
          assert.equal(code, null, 'it was at work');
        }
        assert.equal(await runAndKill(script, { ...settings, isLast: true }, undefined), 0);
        await atRest();

        const reported = { saved: 0, unclear: 0, unsaved: 0 };
        for (const [number, { state, typed }] of await editorIn(folder).all()) {
          reported[state] += 1;
          const of = `record ${number}`;
          const found =
            kind === 'add'
              ? [...service.leads.values()].filter(({ score }) => score === scoreOf(number))
              : [service.leads.get(String(number)) ?? assert.fail(of)];
          const writes = found.reduce((sum, lead) => sum + lead.writes, 0);
          assert.notEqual(state, 'unsaved', of);
          assert.ok(writes <= (kind === 'add' ? 1 : typed.length), `${of} was written ${writes} times`);
          if (state === 'unclear') continue;
          assert.deepEqual(
            found.map(({ city }) => city),
            [typed.at(-1)],
            of,
          );
          if (kind !== 'cells') assert.equal(found[0]?.score, scoreOf(number), of);
        }
        assert.ok(reported.saved + reported.unclear > 0, 'no record was ever checked');
        console.log(`      ${JSON.stringify({ ...reported, posts: service.posts() })}`);
        noteOutcome(`${kind} saved, the window killed`, kills, outcomeOf(kind, reported));
      } finally {
        await service.close();
      }
    });
});

function outcomeOf(kind: SavingSettings['kind'], { saved, unclear }: { saved: number; unclear: number }): string {
  return kind === 'add'
    ? `each of ${saved} records added once; ${unclear} times the person is told to look first`
    : `each of ${saved} records written once with what was typed`;
}
