import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BulkService, bulkService } from '../support/bulkService.ts';
import { inProject } from '../support/projectPaths.ts';
import type { WindowSettings } from './bulkWindow.ts';
import { dice } from './dice.ts';
import { faultyProxy, type NetworkFault, networkFaults } from './faultyProxy.ts';
import { noteOutcome } from './outcomes.ts';
import { times } from './size.ts';
import { seed } from '../support/seed.ts';

const records = Number(process.env['RECORDBENCH_FAULT_RECORDS'] ?? times(100, 10_000));
const kills = Number(process.env['RECORDBENCH_FAULT_KILLS'] ?? times(1, 100));
/** Max duration of our requests, even on a busy machine. */
const timeoutMs = 3_000;
const maxWindows = kills * 3 + 40;

/** Probability of each fault per request; the two that stall take the whole timeout. */
const chances: Readonly<Record<NetworkFault, number>> = {
  dropped: 0.01,
  stalledBefore: 0.0005,
  stalledAfter: 0.0005,
  reset: 0.01,
  cutOff: 0.005,
  repeated: 0.02,
};

/** A service that fails in the middle of a chunk has written some of its records, but reports nothing. */
const breaksAtRecord = times(0.01, 0.002);

describe(`bulk run over ${records} records with ${kills} kills (seed ${seed})`, function () {
  this.timeout(180_000 + records * 60 + kills * 15_000);

  for (const way of ['records', 'endpoint'] as const)
    for (const kind of way === 'records' ? (['edit', 'delete', 'plan'] as const) : (['edit', 'delete'] as const)) {
      const what = way === 'endpoint' ? `${kind} by the service's own endpoint` : kind;
      it(`writes every record exactly once according to the service: ${what}`, async () => {
        const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-faults-'));
        const service = await bulkService(records);
        // the record changed after the plan was made, and the user included it anyway
        if (kind === 'plan') Object.assign(service.leads.get('1') ?? {}, { city: 'Agra' });
        const random = dice(seed);
        const met = {
          ...Object.fromEntries(networkFaults.map((fault) => [fault, 0])),
          broken: 0,
          kills: 0,
          windows: 0,
        };
        const proxy = await faultyProxy(service.url, () => {
          let at = random();
          const fault = networkFaults.find((one) => (at -= chances[one]) < 0);
          // a record that can't be read during planning would be skipped
          if (service.posts() === 0 && fault !== 'repeated') return undefined;
          if (fault) (met as Record<string, number>)[fault]! += 1;
          return fault;
        });
        if (way === 'endpoint')
          service.fault = () => {
            if (random() >= breaksAtRecord) return undefined;
            met.broken += 1;
            return 'break';
          };
        try {
          let code: number | null = null;
          while (code !== 0 && met.windows < maxWindows) {
            met.windows += 1;
            const left = [...service.leads.values()].filter(({ writes }) => writes === 0).length;
            // each record is read, and once more with the endpoint; a kill may come at any of these reads or at a write
            const requests = left * 2 + 4;
            const isToDie = met.kills < kills;
            const killAfter = isToDie ? Math.ceil((random() * 2 * requests) / (kills - met.kills + 1)) : undefined;
            code = await liveAndDie(service, { url: proxy.url, folder, timeoutMs, kind, way, records }, killAfter);
            if (code === null) met.kills += 1;
          }
          assert.equal(code, 0, 'it never came to an end');
          const wrong = [...service.leads.values()].filter(
            (lead) => lead.writes !== 1 || (kind === 'delete' ? !lead.isDeleted : lead.city !== 'Pune'),
          );
          assert.deepEqual(wrong, []);
          const all = { ...met, writes: service.posts() };
          console.log(`      ${JSON.stringify(all)}`);
          const reported = Object.entries(all).map(([name, count]) => `${name} ${count}`);
          noteOutcome(
            `bulk ${what}, the window killed`,
            met.kills,
            `each of ${records} written once (${reported.join(', ')})`,
          );
        } finally {
          await proxy.close();
          await service.close();
          rmSync(folder, { recursive: true, force: true });
        }
      });
    }
});

/** The window's exit code; null if it was killed after this many more requests of its run. */
async function liveAndDie(
  service: BulkService,
  settings: WindowSettings,
  killAfter: number | undefined,
): Promise<number | null> {
  const window = fork(inProject('test/faults/bulkWindow.ts'), {
    execArgv: ['--no-warnings'],
    env: { ...process.env, RECORDBENCH_WINDOW: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let left = killAfter ?? Number.POSITIVE_INFINITY;
  let isBegun = false;
  window.once('message', () => (isBegun = true));
  const watch = { onWrite: service.onWrite, onRead: service.onRead };
  const onRequest = (): void => {
    if (isBegun && --left <= 0) window.kill('SIGKILL');
  };
  Object.assign(service, { onWrite: onRequest, onRead: onRequest });
  try {
    const [code] = (await once(window, 'exit')) as [number | null];
    return code;
  } finally {
    Object.assign(service, watch);
  }
}
