import { referenceDeps } from '../../../support/references.ts';
import { memoryHistory } from '../../../support/memoryHistory.ts';
import type { Clients } from '../../../../src/services/connections/clients.ts';
import assert from 'node:assert/strict';
import type { RecordClient } from '../../../../src/service/documented/recordClient.ts';
import type { Connection } from '../../../../src/model/connection/connection.ts';
import { ServiceError } from '../../../../src/model/errors.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import { RecordChanges } from '../../../../src/services/common/recordChanges.ts';
import type { Connections } from '../../../../src/services/connections/connections.ts';
import { openGuard } from '../../../support/openGuard.ts';
import { createRecordApi, type RecordApi } from '../../../../src/services/recordApi.ts';
import { RecordWriter } from '../../../../src/services/writes/recordWriter.ts';
import { WriteIntents } from '../../../../src/services/writes/writeIntents.ts';
import { leadsController } from '../../../support/bulkParts.ts';
import { MemoryIntents } from '../../../support/memoryIntents.ts';
import { KillableSteps } from '../../../support/mortalSteps.ts';
import { cityForm } from '../../../support/cityForm.ts';

/**
 * The fate of a request whose sender was killed or gets no response: it may also arrive soon, or at the last moment.
 */
type Fate = 'lost' | 'written' | 'soon' | 'late';

interface Kill {
  /** Number of steps before the kill. */
  readonly after: number;
  readonly fate: Fate;
  /** Set if it came during the request; at any other step, all fates are the same. */
  meetsRequest?: boolean;
}

/** The outcome reported to the user or another extension; a killed window reports nothing. */
type ReportedOutcome = 'killed' | 'done' | 'unknown' | 'no effect' | 'gone';

const fates = ['lost', 'written', 'soon', 'late'] as const;
const timeoutMs = 1_000;

interface OneWriter {
  readonly name: string;
  readonly kind: 'edit' | 'add' | 'delete';
  readonly write: (window: { readonly writer: RecordWriter; readonly api: RecordApi }) => Promise<unknown>;
}

const place = { connection: 'test', controller: leadsController, id: '1' };
const writers: readonly OneWriter[] = [
  {
    name: 'one delete',
    kind: 'delete',
    write: async ({ writer }) => {
      const outcome = await writer.delete(place, {
        doing: 'delete lead 1',
        through: 'command',
        madeFor: 'http://localhost',
      });
      if (outcome.kind !== 'done') throw outcome.error;
    },
  },
  {
    name: "another extension's save",
    kind: 'edit',
    write: ({ api }) => api.save('test', 'crm/leads', '1', { city: 'Pune' }),
  },
  { name: "another extension's delete", kind: 'delete', write: ({ api }) => api.delete('test', 'crm/leads', '1') },
  {
    name: "another extension's add",
    kind: 'add',
    write: ({ api }) => api.save('test', 'crm/leads', undefined, { city: 'Pune' }),
  },
];
const [add, ...others] = writers.toReversed();

/** A service, a disk and a clock that outlive the windows. */
class World {
  readonly intents = new MemoryIntents();
  now = 1_000;
  /** Number of write requests sent, by any window. */
  sent = 0;
  /** Number of writes that took effect. */
  written = 0;
  city = 'Goa';
  isDeleted = false;
  /** Drops the response to the next write. */
  silence: Fate | undefined;
  readonly #kind: OneWriter['kind'];
  /** Arrival times of requests in flight. */
  #due: number[] = [];

  constructor({ kind }: OneWriter) {
    this.#kind = kind;
  }

  pass(ms: number): void {
    this.now += ms;
    const arrived = this.#due.filter((due) => due <= this.now);
    this.#due = this.#due.filter((due) => due > this.now);
    for (const _ of arrived) this.#write();
  }

  suffer(fate: Fate): void {
    this.sent += 1;
    if (fate === 'written') this.#write();
    else if (fate === 'soon') this.#due.push(this.now);
    else if (fate === 'late') this.#due.push(this.now + timeoutMs);
  }

  form(operation: FormOperation, id: string): RecordForm {
    const city = operation === 'add' ? null : this.city;
    return cityForm(id, city, operation, { name: 'Lead 1', is_record_deleted: this.isDeleted });
  }

  #write(): void {
    this.written += 1;
    if (this.#kind === 'edit') this.city = 'Pune';
    if (this.#kind === 'delete') this.isDeleted = true;
  }
}

/** Runs a window that writes until it is killed or, without a kill, until it has reported the outcome. */
async function live(world: World, { write }: OneWriter, kill?: Kill): Promise<ReportedOutcome> {
  const steps = new KillableSteps(kill?.after);
  const clock = {
    now: () => world.now,
    wait: async (ms: number) => world.pass(ms),
  };
  const client = clientOf(world, steps, kill);
  const guard = openGuard(() => client);
  const changes = new RecordChanges();
  const intents = new WriteIntents(steps.log(world.intents.store()), clock);
  const writer = new RecordWriter({ guard, changes, intents, history: memoryHistory() });
  const connections = { all: () => [], addressOf: () => 'http://localhost' } as unknown as Connections;
  const clients = { get: async () => client } as unknown as Clients;
  const listens = { onDidGoStale: () => undefined, onDidRemove: () => undefined } as unknown as Connections;
  const api = createRecordApi({
    ...referenceDeps(listens, clients),
    connections,
    clients,
    writer: { get: async () => writer },
    changes,
  });
  const reported = write({ writer, api }).then(
    () => 'done' as const,
    (error: unknown) => {
      assert.ok(error instanceof ServiceError, String(error));
      if (error.effect === 'unknown') return 'unknown' as const;
      return error.code === 'notFound' ? ('gone' as const) : ('no effect' as const);
    },
  );
  return Promise.race([reported, steps.killed]);
}

function clientOf(world: World, steps: KillableSteps, kill: Kill | undefined): RecordClient {
  const form: RecordClient['form'] = async (_controller, operation, id = '') => {
    await steps.take();
    return world.form(operation, id);
  };
  const send = async (): Promise<{ messages: [] }> => {
    await steps.take(() => {
      if (!kill) return;
      kill.meetsRequest = true;
      world.suffer(kill.fate);
    });
    const { silence } = world;
    world.silence = undefined;
    world.suffer(silence ?? 'written');
    await steps.take();
    if (silence) throw new ServiceError('unreachable', { doing: 'write', why: 'it broke', effect: 'unknown' });
    return { messages: [] };
  };
  const client: Partial<RecordClient> = {
    connection: { network: { timeoutMs } } as Connection,
    form,
    open: (controller, id) => form(controller, 'edit', id),
    checkSave: () => undefined,
    sendSave: async () => ({ id: '2', ...(await send()) }),
    sendDelete: send,
  };
  return client as RecordClient;
}

/** Compares the reported outcome with the service. */
function assertTrue(world: World, reported: ReportedOutcome, writtenBefore: number, when: string): void {
  if (reported === 'done')
    assert.ok(world.written > 0, `${when}: it is called done, and the service has nothing of it`);
  if (reported === 'no effect') assert.equal(world.written, writtenBefore, `${when}: it is said to have had no effect`);
  if (reported === 'gone') assert.ok(world.isDeleted, `${when}: it is said to be gone, and is there`);
}

/** A delete of a record that is already deleted is complete, and is reported as such. */
function assertComplete({ kind }: OneWriter, reported: ReportedOutcome, when: string): void {
  assert.ok(reported === 'done' || (kind === 'delete' && reported === 'gone'), `${when}, and tried again: ${reported}`);
}

/** Kills a window at each of its steps, with every fate of its request, until it completes. */
async function atEveryStep(
  work: (kill: Kill) => Promise<ReportedOutcome>,
): Promise<{ readonly kills: number; readonly inRequests: number }> {
  let inRequests = 0;
  for (let after = 0; ; after++)
    for (const fate of fates) {
      const kill: Kill = { after, fate };
      if ((await work(kill)) !== 'killed') return { kills: after, inRequests };
      assert.ok(after < 100, 'it never comes to an end');
      if (kill.meetsRequest !== true) break;
      inRequests += 1;
    }
}

describe('window that is killed at any step of one write', function () {
  for (const writer of others)
    describe(writer.name, () => {
      it('has written it at most once, and the next try does the rest', async () => {
        const { kills, inRequests } = await atEveryStep(async (kill) => {
          const when = `killed after ${kill.after} steps, ${kill.fate}`;
          const world = new World(writer);
          const first = await live(world, writer, kill);
          assertTrue(world, first, 0, when);
          const { written, sent } = world;
          const second = await live(world, writer);
          assertTrue(world, second, written, `${when}, and tried again`);
          assertComplete(writer, second, when);
          world.pass(timeoutMs);
          assert.equal(world.written, 1, when);
          assert.ok(world.sent - sent <= 1, `${when}: ${world.sent} requests`);
          return first;
        });
        assert.ok(kills >= 6 && inRequests >= fates.length, `${kills} kills, ${inRequests} in requests`);
      });

      it('has written it at most once, even if the next window is killed at any step', async () => {
        await atEveryStep(async (kill) => {
          let first: ReportedOutcome = 'done';
          await atEveryStep(async (next) => {
            const when = `killed after ${kill.after} steps, ${kill.fate}, and after ${next.after}, ${next.fate}`;
            const world = new World(writer);
            first = await live(world, writer, kill);
            const second = await live(world, writer, next);
            assertTrue(world, second, 0, when);
            assertComplete(writer, await live(world, writer), when);
            world.pass(timeoutMs);
            assert.equal(world.written, 1, when);
            return second;
          });
          return first;
        });
      });

      it('reports an unknown outcome when the response is lost, and the next window does the rest', async () => {
        for (const silence of fates)
          await atEveryStep(async (kill) => {
            const when = `${silence}, then killed after ${kill.after} steps, ${kill.fate}`;
            const world = new World(writer);
            world.silence = silence;
            const first = await live(world, writer);
            // one quick check shows a delete that the record no longer exists
            const isSeen = writer.kind === 'delete' && silence === 'written';
            assert.equal(first, isSeen ? 'done' : 'unknown', when);
            const second = await live(world, writer, kill);
            assertTrue(world, second, 0, when);
            assertComplete(writer, await live(world, writer), when);
            world.pass(timeoutMs);
            assert.equal(world.written, 1, when);
            return second;
          });
      });
    });

  describe(add?.name ?? '', () => {
    const writer = add ?? assert.fail('there is no add');

    it('has sent it at most once, and no later window resends it automatically', async () => {
      const { kills, inRequests } = await atEveryStep(async (kill) => {
        const when = `killed after ${kill.after} steps, ${kill.fate}`;
        const world = new World(writer);
        const first = await live(world, writer, kill);
        assertTrue(world, first, 0, when);
        // another window runs and writes something else
        assert.equal(await live(world, { ...writer, write: ({ api }) => api.view('test', 'crm/leads', '1') }), 'done');
        world.pass(timeoutMs);
        assert.ok(world.sent <= 1 && world.written <= world.sent, `${when}: sent ${world.sent} times`);
        return first;
      });
      assert.ok(kills >= 3 && inRequests >= fates.length, `${kills} kills, ${inRequests} in requests`);
    });

    it('treats each request as new: a repeated request adds another record and says so', async () => {
      await atEveryStep(async (kill) => {
        const when = `killed after ${kill.after} steps, ${kill.fate}`;
        const world = new World(writer);
        const first = await live(world, writer, kill);
        world.pass(timeoutMs);
        const { written, sent } = world;
        assert.equal(await live(world, writer), 'done', when);
        assert.deepEqual([world.written, world.sent], [written + 1, sent + 1], when);
        return first;
      });
    });

    it('reports an unknown outcome when the response is lost, and does not resend', async () => {
      for (const silence of fates) {
        const world = new World(writer);
        world.silence = silence;
        assert.equal(await live(world, writer), 'unknown', silence);
        world.pass(timeoutMs);
        assert.deepEqual([world.sent, world.written], [1, silence === 'lost' ? 0 : 1], silence);
      }
    });
  });
});
