import assert from 'node:assert/strict';
import { chosenFile } from '../../../../src/model/form/chosenFile.ts';
import { element } from '../../service/documented/form/formAnswer.ts';
import { draftBench, type DraftBench, lead } from './draftBench.ts';

const day = 86_400_000;

describe('drafts that nobody has come back to', () => {
  let bench: DraftBench;
  beforeEach(async () => {
    bench = await draftBench();
    bench.elements = [...bench.elements, element('photo', { label: 'Photo', template: 'file' })];
    bench.records.set('2', { name: 'Lead 2', city: 'Goa' });
  });
  afterEach(() => bench.close());

  /** Its document has unsaved changes and a file. */
  async function begin(id: string): Promise<void> {
    await bench.read(lead(id));
    await bench.drafts.keepBase(lead(id));
    const { value } = await bench.drafts.attach(lead(id), 'leads.photo', {
      name: `${id}.png`,
      type: 'image/png',
      bytes: new Uint8Array([Number(id)]),
    });
    assert.ok(chosenFile(value));
  }

  const age = (days: number): void => {
    for (const key of bench.store.texts.keys()) bench.store.times.set(key, Date.now() - days * day);
  };
  const stored = (): string[] => [...bench.store.texts.keys()].map((key) => /(\d)\./.exec(key)?.[1] ?? key);

  it('go after 90 days, with their files', async () => {
    await begin('1');
    bench.restart();
    age(89);
    await bench.drafts.cleanUp();
    assert.deepEqual([stored(), bench.files.kept.size], [['1'], 1]);
    age(91);
    await bench.drafts.cleanUp();
    assert.deepEqual([stored(), bench.files.kept.size], [[], 0]);
  });

  it('stay as long as their document is open, however old they are', async () => {
    await begin('1');
    bench.restart();
    await begin('2');
    age(91);
    const writes = bench.store.writes;
    await bench.drafts.cleanUp();
    assert.deepEqual([stored(), bench.files.kept.size, bench.store.writes], [['2'], 1, writes + 1]);
  });
});
