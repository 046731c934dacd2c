import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/model/json.ts';
import { type FieldService, fieldElement, fieldService, submitElement } from '../../../support/fieldService.ts';
import { Disk, type Reported, type Writer, writers, WritingWindow } from '../../../support/nineWriters.ts';

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase() }));

/** A field's control and options, its current value, its new value, and the entries sent for it. */
const kinds: Readonly<Record<string, { more?: JsonObject; holds: string; to: string; sent: Record<string, string> }>> =
  {
    text: { holds: 'Goa', to: 'Pune', sent: { '[x]': 'Pune' } },
    textarea: { holds: 'Goa', to: 'a\nb', sent: { '[x]': 'a\nb' } },
    number: { holds: '7', to: '8', sent: { '[x]': '8' } },
    date: { holds: '2026-11-14', to: '2031-12-24', sent: { '[x]': '2031-12-24' } },
    datetime: { holds: '2026-11-14 10:00:00', to: '2031-12-24 14:30:00', sent: { '[x]': '2031-12-24 14:30:00' } },
    time: { holds: '10:00:00', to: '14:30:00', sent: { '[x]': '14:30:00' } },
    checkbox: { holds: '0', to: '1', sent: { '[x]': '1' } },
    select: { more: { options }, holds: 'a', to: 'b', sent: { '[x]': 'b' } },
    multiselect: { more: { options }, holds: 'a|b', to: 'b,c', sent: { '[x]': 'b|c' } },
    link: { holds: 'a.example', to: 'b.example', sent: { '[x]': 'b.example' } },
  };

const closed = ['file', 'password'];

describe('field of every kind', () => {
  let service: FieldService;
  let disk: Disk;
  let window: WritingWindow | undefined;

  beforeEach(() => (disk = new Disk()));
  afterEach(async () => {
    window?.close();
    await service.close();
    disk.remove();
  });

  async function write(writer: Writer, from: string | null, to: string): Promise<Reported> {
    window = await WritingWindow.open(service.url, disk, {
      timeoutMs: 2_000,
      usesEndpoints: writer.usesEndpoints === true,
    });
    return (await writer.prepare(window, { id: '1', field: 'x', from, to }))();
  }

  for (const writer of writers.filter(({ kind }) => kind !== 'delete'))
    describe(`is written by ${writer.name}`, () => {
      for (const [template, { more, holds, to, sent }] of Object.entries(kinds))
        it(template, async () => {
          service = await fieldService(fieldElement('x', template, more), submitElement('save', 'Save'));
          service.records.set('1', { x: holds });
          const isText = /form|new record|extension/.test(writer.name);
          // the form page has already encoded it
          const given = template === 'multiselect' && isText && writer.kind === 'edit' ? 'b|c' : to;
          const { outcome, sentence } = await write(writer, holds, given);
          assert.equal(outcome, 'done', sentence);
          if (writer.kind === 'add' && template === 'multiselect') return;
          const [entries = {}] = service.saves;
          const found = Object.entries(entries).filter(([key]) => /\[x\]/.test(key));
          assert.deepEqual(
            Object.fromEntries(found),
            Object.fromEntries(Object.entries(sent).map(([key, value]) => [`data[leads]${key}`, value])),
          );
        });
    });

  for (const writer of writers.filter(({ name }) => /bulk edit$|import's change/.test(name)))
    for (const template of closed)
      it(`is not written by ${writer.name} as a ${template}, with a reason`, async () => {
        service = await fieldService(fieldElement('x', template), submitElement('save', 'Save'));
        service.records.set('1', { x: 'old' });
        const { outcome, sentence } = await write(writer, 'old', 'new');
        assert.deepEqual([outcome, service.saves], ['noEffect', []]);
        assert.match(sentence, /“X” is a (file|password)/);
      });
});
