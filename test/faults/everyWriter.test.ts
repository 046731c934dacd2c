import assert from 'node:assert/strict';
import {
  type FaultyRecordService,
  faultyRecordService,
  recordFaults,
  unknownHost,
} from '../support/faultyRecordService.ts';
import { Disk, type Told, type Writer, writers, WritingWindow } from '../support/nineWriters.ts';
import { noteOutcome } from './outcomes.ts';

type FaultName = keyof typeof recordFaults;

const faults = Object.keys(recordFaults) as FaultName[];
const timeoutMs = 500;
const change = { id: '1', field: 'city', from: 'Goa', to: 'Pune' } as const;

interface Scene {
  readonly service: FaultyRecordService;
  readonly disk: Disk;
  readonly window: WritingWindow;
  readonly write: () => Promise<Told>;
  /** So often the service did what was asked for. */
  readonly effects: () => number;
  /** Whether it has what was asked for. */
  readonly isThere: () => boolean;
}

async function withScene<T>(writer: Writer, work: (scene: Scene) => Promise<T>): Promise<T> {
  const service = await faultyRecordService(2);
  const disk = new Disk();
  const usesEndpoints = writer.usesEndpoints === true;
  const window = await WritingWindow.open(service.url, disk, { timeoutMs, usesEndpoints });
  try {
    const write = await writer.prepare(window, change);
    const isThere = (): boolean => {
      if (writer.kind === 'add') return [...service.leads.values()].slice(2).some(({ city }) => city === 'Pune');
      const lead = service.leads.get('1');
      return writer.kind === 'delete' ? lead?.isDeleted === true : lead?.city === 'Pune';
    };
    return await work({ service, disk, window, write, isThere, effects: () => service.effective.length });
  } finally {
    window.close();
    await service.close();
    disk.remove();
  }
}

/** Tries it, and holds what a person is told against what the service counted. */
async function tryIt({ write, effects, isThere }: Scene, what: string): Promise<Told> {
  const before = effects();
  const told = await write();
  const { outcome, sentence } = told;
  assert.ok(effects() <= 1, `${what}: it was written ${effects()} times`);
  if (outcome === 'done') assert.ok(isThere(), `${what}: it is called done, and the service has nothing of it`);
  if (outcome === 'noEffect') assert.equal(effects(), before, `${what}: it is said to have no effect: ${sentence}`);
  if (outcome !== 'done') assert.match(sentence, /^\S.*\S\.$/s, `${what}: no sentence, but “${sentence}”`);
  return told;
}

describe('every way to write, whatever goes wrong', () => {
  /** Each call is an order of its own: whoever makes it looks at the error first. */
  const isOrder = ({ name }: Writer): boolean => name === "another extension's add";
  const counts = { tries: 0, done: 0, unknown: 0, noEffect: 0, unchanged: 0 };

  after(() => {
    const { tries, done, unknown, noEffect } = counts;
    const told = `${done} done, ${unknown} told to look, ${noEffect} without effect`;
    noteOutcome(`each of ${writers.length} writers × ${faults.length} faults of its request`, tries, told);
  });

  for (const writer of writers)
    describe(writer.name, () => {
      it('is called done once the service has it', () =>
        withScene(writer, async (scene) => {
          assert.equal((await tryIt(scene, 'without a fault')).outcome, 'done');
          assert.deepEqual([scene.isThere(), scene.effects()], [true, 1]);
        }));

      it('is written once at most, told as it is, and completed by the next try', async () => {
        await Promise.all(
          faults.map((fault) =>
            withScene(writer, async (scene) => {
              scene.service.failNext(fault);
              const first = await tryIt(scene, fault);
              counts.tries += 1;
              counts[first.outcome] += 1;
              if (isOrder(writer)) return;
              const second = await tryIt(scene, `${fault}, again`);
              const isLostAdd = writer.kind === 'add' && first.outcome === 'unknown';
              if (isLostAdd) assert.notEqual(second.outcome, 'done', `${fault}, again`);
              else assert.deepEqual([scene.isThere(), scene.effects()], [true, 1], `${fault}, again`);
            }),
          ),
        );
      }).timeout(60_000);

      it('is told to be unsent when nobody listens, and goes to no other service', () =>
        withScene(writer, async (scene) => {
          const { window, service } = scene;
          const connection = window.connections.get(window.connection) ?? assert.fail('it is gone');
          await service.stopListening();
          assert.equal((await tryIt(scene, 'nothing listens')).outcome, 'noEffect');
          assert.deepEqual(service.begun, []);
          const elsewhere = await faultyRecordService(2);
          try {
            await window.connections.change({ ...connection, baseUrl: elsewhere.url });
            if (writer.isBound) {
              const told = await tryIt(scene, 'another service').catch((error: Error) => ({ sentence: error.message }));
              assert.match(told.sentence, /led to .* when this was read, and leads to/);
              assert.deepEqual(elsewhere.begun, []);
            }
            await window.connections.change({ ...connection, baseUrl: unknownHost });
            // as one that is lent, which may have another address: only so does the write come as far as the name
            window.connections.isKept = () => false;
            assert.equal((await tryIt(scene, 'a name that is not known')).outcome, 'noEffect');
          } finally {
            await elsewhere.close();
          }
        })).timeout(30_000);
    });

  // the journals of runs belong to processes: see bulkKills, killedImports and killedRuns
  for (const writer of writers.filter(({ name, kind }) => kind !== 'add' && !/bulk|import/.test(name)))
    describe(`${writer.name}, after a window that was killed in it`, () => {
      const steps = {
        'before anything was sent': { isSent: false, afterMs: 0 },
        'when it had arrived': { isSent: true, afterMs: 0 },
        'when it was on its way': { isSent: true, afterMs: 300 },
      };
      for (const [step, { isSent, afterMs }] of Object.entries(steps))
        it(`is written once: ${step}`, () =>
          withScene(writer, async (scene) => {
            const { service, disk, window } = scene;
            let arrived = 0;
            const arrive = (): void => {
              arrived += 1;
              const killed = writer.kind === 'delete' ? { isDeleted: true } : { city: 'Pune' };
              Object.assign(service.leads.get('1') ?? {}, killed);
            };
            disk.intents.leave([window.connection, 'crm/leads', '1'], Date.now());
            if (isSent && afterMs === 0) arrive();
            else if (isSent) setTimeout(arrive, afterMs);
            await tryIt(scene, step);
            assert.deepEqual([scene.isThere(), scene.effects() + arrived], [true, 1]);
            counts.tries += 1;
          }));
    });
});
