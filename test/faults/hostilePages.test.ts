import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { ZodMiniType } from 'zod/mini';
import { Channel, type Side } from '../../src/features/common/channel.ts';
import { hostileMessages } from '../support/hostileMessages.ts';
import { inProject } from '../support/projectPaths.ts';
import { noteOutcome } from './outcomes.ts';
import { times } from './size.ts';

/** What each page may send to its host, for all protocols, by name. */
const sides = new Map<string, Side>();
for (const file of globSync('src/features/*/*Protocol.ts', { cwd: inProject() }).toSorted()) {
  const exported = (await import(pathToFileURL(inProject(file)).href)) as Record<string, unknown>;
  const name = path.basename(file);
  const host = Object.entries(exported).find(([key]) => key.endsWith('Host'));
  sides.set(name.replace('Protocol.ts', ''), host ? (host[1] as Side) : assert.fail(`${name} has no host`));
}

/** Records what a host did, sent and logged. */
class Witness {
  readonly done: { readonly name: string; readonly data: unknown }[] = [];
  readonly said: unknown[] = [];
  readonly reported: string[] = [];
  readonly channel: Channel<Side, Side>;

  constructor(side: Side) {
    const names = (part: object): string[] => Object.keys(part);
    const note = (name: string) => (data: unknown) => void this.done.push({ name, data });
    this.channel = new Channel<Side, Side>({
      mine: side,
      handlers: Object.fromEntries(names(side.requests).map((name) => [name, note(name)])),
      listeners: Object.fromEntries(names(side.events).map((name) => [name, note(name)])),
      post: (message) => void this.said.push(message),
      onBadMessage: (problem) => void this.reported.push(problem),
      describeError: () => ({ code: 'failed', message: 'It failed.' }),
    });
  }
}

describe('hostile page', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  before(() => process.on('unhandledRejection', note));
  after(() => process.off('unhandledRejection', note));

  for (const [what, side] of sides) {
    const requests = Object.keys(side.requests);
    const events = Object.keys(side.events);
    const schemas = new Map<string, ZodMiniType>([
      ...Object.entries(side.requests).map(([name, { params }]) => [name, params] as const),
      ...Object.entries(side.events),
    ]);

    it(`cannot trigger any action through the ${what} protocol, and is logged`, async () => {
      let count = 0;
      for (const message of hostileMessages(requests, events)) {
        count += 1;
        const witness = new Witness(side);
        witness.channel.receive(message);
        await Promise.resolve();
        assert.deepEqual(
          witness.done.filter(({ name, data }) => !isMeant(schemas.get(name), data)),
          [],
        );
        const isReply = ['reply', 'failure', 'cancel'].includes((message as { kind?: string } | null)?.kind ?? '');
        if (witness.done.length === 0 && !isReply) assert.equal(witness.reported.length, 1);
        assert.ok(witness.reported.every((problem) => problem.length < 200));
      }
      await new Promise(setImmediate);
      assert.deepEqual(unhandled, []);
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
      noteOutcome(`hostile page: ${what}`, count, 'refused and logged');
    });

    it(`cannot trigger any action through the ${what} protocol with almost valid messages`, () => {
      const any = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 3 });
      fc.assert(
        fc.property(fc.constantFrom(...requests, ...events), fc.nat(3), any, (name, id, content) => {
          const witness = new Witness(side);
          const message = requests.includes(name)
            ? { kind: 'request', id, name, params: content }
            : { kind: 'event', name, data: content };
          witness.channel.receive(message);
          assert.ok(witness.done.every(({ data }) => isMeant(schemas.get(name), data)));
        }),
        { numRuns: times(300, 20_000) },
      );
    });
  }
});

/** True if the data matches the protocol and has no extra keys. */
function isMeant(schema: ZodMiniType | undefined, data: unknown): boolean {
  return schema !== undefined && schema.safeParse(data).success && !JSON.stringify(data ?? null).includes('polluted');
}
