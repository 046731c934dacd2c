import assert from 'node:assert/strict';
import type { RecordForm } from '../../../src/model/form/recordForm.ts';
import { noteOutcome } from '../outcomes.ts';
import { type AnswerFault, answerFaults } from './answerFaults.ts';
import { connect, faultBench, leads, outcome } from './faultBench.ts';
import type { ShapingProxy } from './shapingProxy.ts';

/** Long enough that even a busy machine fails only because of the fault. */
const timeoutMs = 30_000;

/**
 * Runs a read, a save and a deletion: each succeeds or fails with one message, and what it says about the effect is
 * true.
 */
async function meet(fault: AnswerFault): Promise<string> {
  const { service, proxy, client, close } = await faultBench({ timeoutMs: fault.timeoutMs ?? timeoutMs });
  try {
    const form = await opened(service.url);
    const [action] = form.submitActions;
    assert.ok(action);
    proxy.shape = fault.shape;

    const read = await outcome(client.records(leads, { limit: 20 }));
    assert.equal(read?.code ?? 'fine', fault.read, read?.message);
    assertSent(proxy, 'GET /crm/leads/index.json', fault.asked, fault);

    for (const [id, request, write] of [
      ['7', 'POST /crm/leads/edit.json', () => client.sendSave(form, { ...form.values, city: 'Pune' }, action)],
      ['8', 'POST /crm/leads/delete.json', () => client.sendDelete(leads, '8')],
    ] as const) {
      const failed = await outcome(write());
      assert.equal(failed?.code ?? 'fine', fault.write, failed?.message);
      assertSent(proxy, request, 1, fault);
      const { writes = 0 } = service.leads.get(id) ?? {};
      if (failed === undefined) assert.equal(writes, 1);
      else assert.equal(failed.effect, fault.effect);
      if (failed && failed.effect !== 'unknown') assert.equal(writes, 0, 'it says that nothing was written');
    }

    proxy.shape = passes(fault);
    if (fault.asked > 1) assert.equal(await outcome(client.records(leads, { limit: 20 })), undefined);
    return read?.message ?? 'as if nothing had happened';
  } finally {
    await close();
  }
}

/** With a short timeout, a busy machine may give up before sending anything. */
function assertSent({ seen }: ShapingProxy, request: string, expected: number, fault: AnswerFault): void {
  const count = seen.filter((one) => one === request).length;
  if (fault.timeoutMs === undefined) assert.equal(count, expected, 'sent as often');
  else assert.ok(count <= expected, `sent ${count} times`);
}

/** Uses a separate client, because a busy machine may exceed the short timeout of the one under test. */
async function opened(url: string): Promise<RecordForm> {
  const client = connect(url);
  const form = await client.open(leads, '7');
  await client.close();
  return form;
}

/** Applies the fault once only. */
function passes(fault: AnswerFault): AnswerFault['shape'] {
  let isFirst = true;
  return async (passage) => {
    const { outgoing, ask } = passage;
    if (isFirst) {
      isFirst = false;
      return fault.shape(passage);
    }
    outgoing.end((await ask()).body);
  };
}

describe('client behind a faulty network', function () {
  // in parallel: most of it is waiting
  const met = new Map<AnswerFault, Promise<string>>();
  before(() => {
    for (const fault of answerFaults) {
      const meeting = meet(fault);
      meeting.catch(() => undefined);
      met.set(fault, meeting);
    }
  });

  for (const fault of answerFaults)
    it(`${fault.name}: ${fault.read === 'fine' ? 'succeeds' : 'fails with one sentence'}, and nothing is written twice`, async () => {
      // requests: a list, a save, a deletion, and a second list if the fault may be temporary
      noteOutcome(`network: ${fault.name}`, fault.asked > 1 ? 4 : 3, (await met.get(fault)) ?? '');
    });

  it('matches each request to its own response, whatever the order of arrival', async () => {
    const { proxy, client, close } = await faultBench();
    const held: (() => void)[] = [];
    proxy.shape = async ({ outgoing, ask }) => {
      const { body } = await ask();
      held.push(() => outgoing.end(body));
      if (held.length === 8) for (const answer of held.toReversed()) answer();
    };
    try {
      const ids = Array.from({ length: 8 }, (_, place) => String(place + 1));
      const forms = await Promise.all(ids.map((id) => client.open(leads, id)));
      assert.deepEqual(
        forms.map((form) => form.id),
        ids,
      );
      noteOutcome('network: reordered answers', 8, 'each gets its own');
    } finally {
      await close();
    }
  });

  it('rejects a response about a record other than the requested one', async () => {
    const { proxy, client, close } = await faultBench();
    proxy.shape = async (passage) => {
      passage.incoming.url = passage.incoming.url?.replace('id=7', 'id=8') ?? '';
      passage.outgoing.end((await passage.ask()).body);
    };
    try {
      const error = await outcome(client.open(leads, '7'));
      assert.ok(error);
      assert.match(error.message, /record 8/);
      noteOutcome("network: another record's answer", 1, error.message);
    } finally {
      await close();
    }
  });
});
