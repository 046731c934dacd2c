import assert from 'node:assert/strict';
import { inParallel } from '../../src/services/common/inParallel.ts';
import {
  type FaultyRecordService,
  faultyRecordService,
  type RecordFault,
  recordFaults,
  unknownHost,
} from '../support/faultyRecordService.ts';
import { ManualTime } from '../support/manualTime.ts';
import { KillableSteps } from '../support/mortalSteps.ts';
import {
  Disk,
  type Reported,
  type WindowOptions,
  type Writer,
  writers,
  WritingWindow,
} from '../support/nineWriters.ts';
import { noteOutcome } from './outcomes.ts';

type FaultName = keyof typeof recordFaults;

const faults = Object.keys(recordFaults) as FaultName[];
const faultsOf = ({ kind }: Writer): FaultName[] =>
  faults.filter((name) => {
    const { only = [kind] }: RecordFault = recordFaults[name];
    return only.includes(kind);
  });
const change = { id: '1', field: 'city', from: 'Goa', to: 'Pune' } as const;

interface Scene {
  readonly time: ManualTime;
  readonly service: FaultyRecordService;
  readonly disk: Disk;
  readonly window: WritingWindow;
  readonly write: () => Promise<Reported>;
  /** How many times the service carried out the request. */
  readonly effects: () => number;
  /** True if the service has the requested state. */
  readonly isThere: () => boolean;
}

async function withScene<T>(
  writer: Writer,
  work: (scene: Scene) => Promise<T>,
  options: Pick<WindowOptions, 'steps'> = {},
): Promise<T> {
  const service = await faultyRecordService(2);
  const disk = new Disk();
  const time = new ManualTime();
  service.onSilence = () => time.timeOut();
  const { timeoutMs } = time;
  const usesEndpoints = writer.usesEndpoints === true;
  const window = await WritingWindow.open(service.url, disk, { ...options, timeoutMs, clock: time, usesEndpoints });
  try {
    const write = await writer.prepare(window, change);
    const isThere = (): boolean => {
      if (writer.kind === 'add') return [...service.leads.values()].slice(2).some(({ city }) => city === 'Pune');
      const lead = service.leads.get('1');
      return writer.kind === 'delete' ? lead?.isDeleted === true : lead?.city === 'Pune';
    };
    return await work({ time, service, disk, window, write, isThere, effects: () => service.effective.length });
  } finally {
    window.close();
    await service.close();
    time.dispose();
    disk.remove();
  }
}

/** Writes, then compares the reported outcome with what the service counted. */
async function tryIt({ write, effects, isThere }: Scene, what: string): Promise<Reported> {
  const before = effects();
  const reported = await write();
  const { outcome, sentence } = reported;
  assert.ok(effects() <= 1, `${what}: it was written ${effects()} times`);
  if (outcome === 'done') assert.ok(isThere(), `${what}: it is called done, and the service has nothing of it`);
  if (outcome === 'noEffect') assert.equal(effects(), before, `${what}: it is said to have no effect: ${sentence}`);
  if (outcome !== 'done') assert.match(sentence, /^\S.*\S\.$/s, `${what}: no sentence, but “${sentence}”`);
  return reported;
}

describe('every writer under every fault', () => {
  /** Each call is a separate request: the caller checks the error before calling again. */
  const isSingleAttempt = ({ name }: Writer): boolean => name === "another extension's add";
  /** Fate of a write during which its window is killed: it may also arrive after the next window has looked for it. */
  const killedFates = ['lost', 'written', 'late'] as const;
  const kills = { tries: 0 };
  const counts = { tries: 0, done: 0, unknown: 0, noEffect: 0, unchanged: 0 };
  const outcomesOf = new Map<FaultName, string[]>(faults.map((fault) => [fault, []]));

  after(() => {
    const { tries, done, unknown, noEffect } = counts;
    const sums = `${done} done, ${unknown} told to look, ${noEffect} without effect`;
    noteOutcome(`each of ${writers.length} writers × ${faults.length} faults of its request`, tries, sums);
    for (const [fault, outcomes] of outcomesOf) noteOutcome(fault, outcomes.length, outcomes.join(', '));
    noteOutcome('a window killed at every step of one write', kills.tries, 'written once at most, and completed');
  });

  for (const writer of writers)
    describe(writer.name, () => {
      it('is reported as done once the service has stored it', () =>
        withScene(writer, async (scene) => {
          assert.equal((await tryIt(scene, 'without a fault')).outcome, 'done');
          assert.deepEqual([scene.isThere(), scene.effects()], [true, 1]);
        }));

      it('writes at most once, reports the actual outcome, and completes on the next try', async () => {
        await inParallel(faultsOf(writer), 6, (fault) =>
          withScene(writer, async (scene) => {
            scene.service.failNext(fault);
            const first = await tryIt(scene, fault);
            assert.ok(scene.service.begun.length > 0, `${fault}: it was never sent: ${first.sentence}`);
            counts.tries += 1;
            counts[first.outcome] += 1;
            outcomesOf.get(fault)?.push(`${writer.name}: ${first.outcome}`);
            if (isSingleAttempt(writer)) return;
            const second = await tryIt(scene, `${fault}, again`);
            const isLostAdd = writer.kind === 'add' && first.outcome === 'unknown';
            if (isLostAdd) assert.notEqual(second.outcome, 'done', `${fault}, again`);
            else assert.deepEqual([scene.isThere(), scene.effects()], [true, 1], `${fault}, again`);
          }),
        );
      });
    });

  // all at once, since most of it is waiting before further attempts
  it('each is reported as not sent when the service is unreachable, and goes to no other service', () =>
    inParallel(writers, writers.length, (writer) =>
      withScene(writer, async (scene) => {
        const { window, service } = scene;
        const tried = (what: string): Promise<Reported> => tryIt(scene, `${writer.name}, ${what}`);
        const connection = window.connections.get(window.connection) ?? assert.fail('it is gone');
        await service.stopListening();
        assert.equal((await tried('nothing listens')).outcome, 'noEffect', writer.name);
        assert.deepEqual(service.begun, [], writer.name);
        const elsewhere = await faultyRecordService(2);
        try {
          await window.connections.change({ ...connection, baseUrl: elsewhere.url });
          if (writer.isBound) {
            const reported = await tried('another service').catch((error: Error) => ({ sentence: error.message }));
            assert.match(reported.sentence, /it was created for .*, but the connection .* now points to/, writer.name);
            assert.deepEqual(elsewhere.begun, [], writer.name);
          }
          // to the user, a DNS server that times out is the same as one that doesn't know the name
          const network = { ...connection.network, timeoutMs: 1_000 };
          await window.connections.change({ ...connection, baseUrl: unknownHost, network });
          // treat it as a lent connection (like the demo's), whose address may change: only then does the write get
          // as far as the DNS look-up
          window.connections.isPersisted = () => false;
          assert.equal((await tried('a name that is not known')).outcome, 'noEffect', writer.name);
        } finally {
          await elsewhere.close();
        }
      }),
    ));

  // journals of runs are covered with real processes in bulkKills, killedImports and killedRuns
  for (const writer of writers.filter(({ name }) => !/bulk|import/.test(name)))
    it(`${writer.name} writes at most once after a kill at any step, and completes in the next window`, async () => {
      const whole = await killedIn(writer, Number.POSITIVE_INFINITY, 'lost');
      assert.ok(!whole.isKilled && whole.steps >= 6, `only ${whole.steps} steps`);
      const steps = Array.from({ length: whole.steps }, (_, after) => after);
      let duringWrites = 0;
      await inParallel(steps, 6, async (after) => {
        for (const fate of killedFates) {
          const { isKilled, isWriteOpen } = await killedIn(writer, after, fate);
          assert.ok(isKilled, `not killed after ${after} steps, ${fate}`);
          kills.tries += 1;
          // at any other step, all fates are the same
          if (!isWriteOpen) break;
          duringWrites += 1;
        }
      });
      assert.ok(duringWrites >= killedFates.length, `only ${duringWrites} kills during a write`);
    });

  /** Kills the window after this many steps of its write; the next window tries again. */
  async function killedIn(
    writer: Writer,
    after: number,
    fate: (typeof killedFates)[number],
  ): Promise<{ readonly isKilled: boolean; readonly isWriteOpen: boolean; readonly steps: number }> {
    const steps = new KillableSteps();
    const when = `killed after ${after} steps, ${fate}`;
    const work = async (scene: Scene): Promise<ReturnType<typeof end>> => {
      const { time, service, disk, window, write, isThere, effects } = scene;
      const begun = steps.taken;
      service.caller = steps;
      steps.last = begun + after;
      const writing = write();
      // the killed window can't handle it
      writing.catch(() => undefined);
      const isKilled = (await Promise.race([writing, steps.killed])) === 'killed';
      const isWriteOpen = service.holdsWrite();
      const end = () => ({ isKilled, isWriteOpen, steps: steps.taken - begun });
      service.caller = undefined;
      window.close();
      if (fate === 'written') await service.arrive();
      const arriveLate = async (): Promise<void> => (fate === 'late' ? service.arrive() : undefined);
      if (isSingleAttempt(writer)) {
        await arriveLate();
        assert.ok(service.begun.length <= 1 && effects() <= 1, `${when}: it was sent ${service.begun.length} times`);
        return end();
      }
      const wait = async (ms: number): Promise<void> => {
        await time.wait(ms);
        await arriveLate();
      };
      const { timeoutMs, now } = time;
      const next = await WritingWindow.open(service.url, disk, { timeoutMs, clock: { now, wait } });
      try {
        const again = await writer.prepare(next, change);
        const before = service.begun.length;
        const { outcome, sentence } = await again();
        if (outcome === 'done') assert.ok(isThere(), `${when}: it is called done, and the service has nothing of it`);
        else assert.equal(service.begun.length, before, `${when}: it was sent, and is called ${outcome}: ${sentence}`);
        await arriveLate();
        assert.ok(effects() <= 1, `${when}: it was written ${effects()} times`);
        // for a new record that may exist, the user is asked
        if (writer.kind === 'add' && outcome !== 'done') assert.match(sentence, /added already/, when);
        else assert.deepEqual([isThere(), effects()], [true, 1], `${when}: ${sentence}`);
      } finally {
        next.close();
      }
      return end();
    };
    return withScene(writer, work, { steps });
  }
});
