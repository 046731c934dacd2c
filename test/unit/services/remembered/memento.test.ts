import assert from 'node:assert/strict';
import { type Memento, SerialMemento } from '../../../../src/services/remembered/memento.ts';

/** Like VS Code: an update is sent a moment later, and the full stored state is echoed before it completes. */
class EchoingMemento implements Memento {
  stored = '{}';
  #values: Record<string, unknown> = {};
  #isScheduled = false;
  #waiting: (() => void)[] = [];

  get(key: string): unknown {
    return this.#values[key];
  }

  update(key: string, value: unknown): Promise<void> {
    this.#values[key] = value;
    const done = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (!this.#isScheduled) setImmediate(() => this.#send());
    this.#isScheduled = true;
    return done;
  }

  #send(): void {
    this.#isScheduled = false;
    const waiting = this.#waiting.splice(0);
    this.stored = JSON.stringify(this.#values);
    const echo = this.stored;
    setImmediate(() => {
      this.#values = JSON.parse(echo) as Record<string, unknown>;
      for (const resolve of waiting) resolve();
    });
  }
}

describe('values stored in quick succession', () => {
  const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  async function storeTwo(memento: Memento): Promise<unknown[]> {
    const first = memento.update('recents', ['1']);
    await immediate(); // the update is sent, and its echo is in flight
    await Promise.all([first, memento.update('importMappings', { Town: 'city' })]);
    return [memento.get('recents'), memento.get('importMappings')];
  }

  it('are both kept when the second is stored before the change event of the first', async () => {
    const echoing = new EchoingMemento();
    assert.deepEqual(await storeTwo(new SerialMemento(echoing)), [['1'], { Town: 'city' }]);
    assert.deepEqual(JSON.parse(echoing.stored), { recents: ['1'], importMappings: { Town: 'city' } });
    assert.deepEqual(await storeTwo(new EchoingMemento()), [['1'], undefined], 'VS Code alone loses it');
  });

  it('can be read at once, newest first, even after one failed to be stored', async () => {
    const full = new Error('full');
    const echoing = new EchoingMemento();
    const memento = new SerialMemento({
      get: (key) => echoing.get(key),
      update: (key, value) => (value === 'too much' ? Promise.reject(full) : echoing.update(key, value)),
    });
    const refused = assert.rejects(memento.update('key', 'too much'), full);
    const stored = memento.update('key', 'fits');
    assert.equal(memento.get('key'), 'fits');
    await Promise.all([refused, stored]);
    assert.equal(memento.get('key'), 'fits');
  });
});
