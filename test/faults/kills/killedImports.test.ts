import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bulkParts } from '../../support/bulkParts.ts';
import { type BulkService, bulkService } from '../../support/bulkService.ts';
import { dice } from '../dice.ts';
import { noteOutcome } from '../outcomes.ts';
import { times } from '../size.ts';
import type { ImportingSettings } from './importingWindow.ts';
import { runAndKill } from './mortalWindow.ts';
import { slowSaves } from './slowSaves.ts';
import { seed } from '../../support/seed.ts';

const rounds = times(1, 10);
const kills = Number(process.env['RECORDBENCH_FAULT_KILLS'] ?? times(1, 60)) / rounds;
/** Max duration of our requests, even on a busy machine. */
const timeoutMs = 3_000;
/** Changes this many records and adds as many. */
const records = 60;
const maxWindows = kills + 20;

const cityOf = (number: number): string => `City ${number}`;
/** Identifies a new record. */
const scoreOf = (number: number): string => String(number * 1_000);

describe(`window killed ${kills * rounds} times during imports (seed ${seed})`, function () {
  this.timeout(180_000 + rounds * 60_000 + kills * rounds * 15_000);
  const random = dice(seed);
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-imports-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  it('changes each record once, and adds each once or reports that it may exist', async () => {
    const reported = { killed: 0, changed: 0, added: 0, unclear: 0 };
    for (let round = 0; round < rounds; round++) {
      const service = await bulkService(records);
      const atRest = slowSaves(service, random, 0.03);
      const settings: ImportingSettings = {
        url: service.url,
        folder: path.join(folder, String(round)),
        file: path.join(folder, 'leads.csv'),
        timeoutMs,
      };
      writeFileSync(settings.file, fileText());
      try {
        let code: number | null = 1;
        let left = kills;
        // some kills hit while records are read, most once there is something to write
        const moment = (): Promise<unknown> =>
          random() < 0.2
            ? wait(random() * 200)
            : writes(service, (random() * 2 * (2 * records - service.posts())) / (left + 1)).then(() =>
                wait(random() * 30),
              );
        for (let turn = 0; code !== 0 && turn < maxWindows; turn++) {
          code = await runAndKill('importingWindow.ts', settings, left > 0 ? moment : undefined);
          left -= 1;
          if (code === null) reported.killed += 1;
        }
        assert.equal(code, 0, 'it never came to an end');
        await atRest();
        await look(service, settings, reported);
      } finally {
        await service.close();
      }
    }
    console.log(`      ${JSON.stringify(reported)}`);
    const { killed, changed, added, unclear } = reported;
    assert.ok(killed > 0, 'no window was ever killed');
    noteOutcome(
      'import, the window killed',
      killed,
      `${changed} changed once, ${added} added once; ${unclear} times the person is told to look first`,
    );
  });
});

/** Resolves when this many more writes have arrived. */
function writes(service: BulkService, count: number): Promise<void> {
  const until = service.posts() + count;
  return new Promise((resolve) => {
    service.onWrite = () => {
      if (service.posts() >= until) resolve();
    };
  });
}

function fileText(): string {
  const rows = Array.from({ length: records }, (_, at) => [
    `${at + 1};${cityOf(at + 1)};${scoreOf(at + 1)}`,
    `;${cityOf(records + at + 1)};${scoreOf(records + at + 1)}`,
  ]);
  return ['id;City;Score', ...rows.flat()].join('\n');
}

/** Checks that the service's data matches the reported outcome. */
async function look(
  service: BulkService,
  { url, folder }: ImportingSettings,
  reported: { changed: number; added: number; unclear: number },
): Promise<void> {
  const parts = await bulkParts(url, { folder });
  const [known, ...others] = await parts.runs.list();
  parts.end();
  assert.deepEqual(others, [], 'one file is one run');
  const ledger = await parts.runs.ledger(known?.plan.run ?? '');
  assert.equal(ledger.entries.length, records * 2);
  const leads = [...service.leads.values()];
  for (const { id, name, action, cells, state } of ledger.entries) {
    const [city, score] = ['city', 'score'].map((key) => cells.find(({ at }) => at.join() === key)?.after);
    const found = action === 'edit' ? [service.leads.get(id)] : leads.filter((lead) => lead.score === score);
    const written = found.flatMap((lead) => (lead && lead.writes > 0 ? [[lead.city, lead.score, lead.writes]] : []));
    const once = [[city, score, 1]];
    if (state === 'unclear' && action === 'add') {
      reported.unclear += 1;
      if (written.length > 0) assert.deepEqual(written, once, name);
    } else {
      assert.deepEqual([state, written], ['done', once], name);
      if (action === 'edit') reported.changed += 1;
      else reported.added += 1;
    }
  }
}
