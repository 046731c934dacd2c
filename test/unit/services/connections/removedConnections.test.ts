import assert from 'node:assert/strict';
import { RemovedConnections } from '../../../../src/services/connections/removedConnections.ts';
import { plainMemory } from '../../../support/memory.ts';
import { memoryConnections } from '../../../support/memoryConnections.ts';

const day = 24 * 3_600_000;

describe('a connection whose entry was removed from the settings by hand', () => {
  it('leaves no token behind, and a later one of its name gets none', async () => {
    const { connections, store, vault } = memoryConnections();
    const memory = plainMemory();
    const details = { name: 'Alpha', baseUrl: 'https://records.example/tenant-a' };
    const { id } = await connections.add(details, 'a-token');
    await new RemovedConnections(
      connections,
      () => store.readConnections().map((one) => one.id),
      memory,
      () => undefined,
    ).check();
    await store.writeConnections([]);
    // the next window
    await new RemovedConnections(
      connections,
      () => store.readConnections().map((one) => one.id),
      memory,
      () => undefined,
    ).check();
    assert.equal(vault.tokens.has(id), false);
  });

  it('leaves none for one that is added with its name before anyone has looked', async () => {
    const { connections, store, vault } = memoryConnections();
    const details = { name: 'Alpha', baseUrl: 'https://records.example/tenant-a' };
    const { id } = await connections.add(details, 'a-token');
    await store.writeConnections([]);
    const again = await connections.add(details, undefined);
    assert.deepEqual([again.id, await connections.token(again), vault.tokens.size], [id, undefined, 0]);
  });

  it('is forgotten altogether after a day, unless it came back', async () => {
    const { connections, store } = memoryConnections();
    const memory = plainMemory();
    const forgotten: string[] = [];
    const kept = await connections.add({ name: 'Kept', baseUrl: 'https://kept.example' }, undefined);
    const moved = await connections.add({ name: 'Moved', baseUrl: 'https://moved.example' }, undefined);
    await connections.add({ name: 'Gone', baseUrl: 'https://gone.example' }, undefined);
    connections.onForget(async (id) => void forgotten.push(id));
    let now = 1_000;
    const check = (): Promise<void> =>
      new RemovedConnections(
        connections,
        () => store.readConnections().map((one) => one.id),
        memory,
        () => undefined,
        () => now,
      ).check();
    await check();
    await store.writeConnections([kept]);
    await check();
    now += day / 2;
    await store.writeConnections([kept, moved]);
    await check();
    assert.deepEqual(forgotten, []);
    now += day;
    await check();
    assert.deepEqual(forgotten, ['gone']);
  });
});
