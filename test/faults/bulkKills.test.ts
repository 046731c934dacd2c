import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BulkService, bulkService, type Fault } from '../support/bulkService.ts';
import { inProject } from '../support/projectPaths.ts';
import type { WindowSettings } from './bulkWindow.ts';

/** `RECORDBENCH_FAULT_RECORDS=10000 RECORDBENCH_FAULT_KILLS=100 npm run test:faults` is the long form. */
const records = Number(process.env['RECORDBENCH_FAULT_RECORDS'] ?? 300);
const kills = Number(process.env['RECORDBENCH_FAULT_KILLS'] ?? 4);
const seed = Number(process.env['RECORDBENCH_FAULT_SEED'] ?? Date.now() % 1_000_000);
/** No request of ours is under way for longer, even on a machine that has more to do. */
const timeoutMs = 3_000;
const mostWindows = kills * 3 + 40;

/** The same numbers for the same seed. */
function dice(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe(`bulk work over ${records} records, with ${kills} kills (seed ${seed})`, function () {
  this.timeout(60_000 + records * 60 + kills * 15_000);

  for (const kind of ['edit', 'delete'] as const)
    it(`writes every record exactly once, as the service counts: ${kind}`, async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'recordbench-faults-'));
      const service = await bulkService(records);
      const random = dice(seed);
      const met = { break: 0, writeAndBreak: 0, writeAndStall: 0, refuse: 0, kills: 0, windows: 0 };
      service.fault = (): Fault | undefined => {
        const at = random();
        const fault = at < 0.01 ? 'break' : at < 0.02 ? 'writeAndBreak' : at < 0.021 ? 'writeAndStall' : undefined;
        if (fault) met[fault] += 1;
        return fault;
      };
      try {
        let code: number | null = null;
        while (code !== 0 && met.windows < mostWindows) {
          met.windows += 1;
          const killAfter = met.kills < kills ? Math.ceil((random() * 2 * records) / (kills + 1)) : undefined;
          code = await liveAndDie(service, { url: service.url, folder, timeoutMs, kind }, killAfter);
          if (code === null) met.kills += 1;
        }
        assert.equal(code, 0, 'it never came to an end');
        const wrong = [...service.leads.values()].filter(
          (lead) => lead.writes !== 1 || (kind === 'edit' ? lead.city !== 'Pune' : !lead.isDeleted),
        );
        assert.deepEqual(wrong, []);
        console.log(`      ${JSON.stringify({ ...met, writes: service.posts() })}`);
      } finally {
        await service.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
});

/** The code that the window ended with; null when it was killed, after so many more writes. */
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
  const until = service.posts() + (killAfter ?? Number.POSITIVE_INFINITY);
  const watch = service.onWrite;
  service.onWrite = () => {
    if (service.posts() >= until) window.kill('SIGKILL');
  };
  try {
    const [code] = (await once(window, 'exit')) as [number | null];
    return code;
  } finally {
    service.onWrite = watch;
  }
}
