import assert from 'node:assert/strict';
import { RunningSaves } from '../../../src/documents/runningSaves.ts';

describe('saves of one document', () => {
  const bench = () => {
    const saves = new RunningSaves<string>();
    const begun: string[] = [];
    const running = new Map<string, PromiseWithResolvers<string>>();
    const save = (text: string, mayJoin?: boolean): Promise<string> =>
      saves.run(
        'records://a/crm/leads/1.record.json',
        text,
        () => {
          const ending = Promise.withResolvers<string>();
          begun.push(text);
          running.set(text, ending);
          return ending.promise;
        },
        mayJoin,
      );
    return { begun, save, end: (text: string) => running.get(text)?.resolve(`${text} is saved`) };
  };

  it('are joined by another save of the same text, which is sent once', async () => {
    const { begun, save, end } = bench();
    const both = [save('a'), save('a')];
    end('a');
    assert.deepEqual([await Promise.all(both), begun], [['a is saved', 'a is saved'], ['a']]);
  });

  it('run one at a time, and a save that must not be joined waits its turn', async () => {
    const { begun, save, end } = bench();
    const saving = [save('a'), save('b'), save('a', false)];
    assert.deepEqual(begun, ['a']);
    end('a');
    await saving[0];
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    await saving[1];
    await new Promise(setImmediate);
    end('a');
    assert.equal(await saving[2], 'a is saved');
    assert.deepEqual(begun, ['a', 'b', 'a']);
  });

  it('let the next one begin after a failure', async () => {
    const saves = new RunningSaves<string>();
    const refused = saves.run('x', 'a', () => Promise.reject(new Error('refused')));
    const next = saves.run('x', 'b', async () => 'saved');
    await assert.rejects(refused, /refused/);
    assert.equal(await next, 'saved');
  });
});
