import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { Progress } from '../../support/progress.ts';

function written(isTerminal: boolean): { progress: Progress; text: () => string } {
  const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: isTerminal, columns: 40 });
  const progress = new Progress(out as unknown as NodeJS.WriteStream);
  return { progress, text: () => (out.read() as string | null) ?? '' };
}

describe('progress', () => {
  it('prints one plain line per step without a terminal', async () => {
    const { progress, text } = written(false);
    await progress.step('Build', async () => {});
    assert.match(text(), /^✔ Build \(\d+\.\d s\)\n$/);
  });

  it('marks a failed step and rethrows the failure', async () => {
    const { progress, text } = written(false);
    await assert.rejects(
      progress.step('Build', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.match(text(), /^✘ Build/);
  });

  it('keeps the live line within the width of the terminal', () => {
    const { progress, text } = written(true);
    const step = progress.begin('A title that is much longer than the terminal is wide');
    const moving = text().replace('\r\u001B[K', '');
    assert.equal(moving.length, 39);
    step.done('all of it');
    assert.match(text(), /✔ A title .+: all of it \(/);
  });
});
