import assert from 'node:assert/strict';
import { type BulkService, bulkService } from '../../../support/bulkService.ts';
import { Disk, type Reported, type Writer, writers, WritingWindow } from '../../../support/nineWriters.ts';

type Field = 'city' | 'score';
type Value = string | null;

/** Pairs that are different values in a text field; pairs that are equal in their own kind are in `alike`. */
const changes: readonly (readonly [name: string, from: Value, to: Value])[] = [
  ['7 and 007', '7', '007'],
  ['1.1 and 1.10', '1.1', '1.10'],
  ['a and a with a space', 'a', 'a '],
  ['2^53 + 1 and 2^53', '9007199254740993', '9007199254740992'],
  ['the two forms of é', 'caf\u00e9', 'cafe\u0301'],
  ['true and 1', 'true', '1'],
  ['a date in two spellings', '2024-03-01', '01.03.2024'],
  ['upper and lower case', 'Goa', 'goa'],
  ['a text that looks like a link', 'Details', '[Details](command:workbench.action.quit)'],
  ['a text that looks like a formula', '2', '=1+1'],
];

const longNumbers: typeof changes = [
  ['2^53 + 1 and 2^53', '9007199254740993', '9007199254740992'],
  ['2^53 and 2^53 + 1', '9007199254740992', '9007199254740993'],
];

const edits = writers.filter(({ kind }) => kind === 'edit');

describe('changed value', () => {
  let service: BulkService;
  let disk: Disk;
  let windows: WritingWindow[];

  beforeEach(async () => {
    service = await bulkService(3);
    service.longestCity = 100;
    disk = new Disk();
    windows = [];
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    await service.close();
    disk.remove();
  });

  const set = (field: Field, value: Value): void =>
    void Object.assign(service.leads.get('1') ?? {}, { [field]: value });
  const now = (field: Field): Value | undefined => service.leads.get('1')?.[field];

  async function prepared(
    writer: Writer,
    field: Field,
    from: Value,
    to: Value,
    emptyValue?: 'empty',
  ): Promise<{ write: () => Promise<Reported>; posts: () => number }> {
    set(field, from);
    const window = await WritingWindow.open(service.url, disk, {
      timeoutMs: 60_000,
      usesEndpoints: writer.usesEndpoints === true,
      ...(emptyValue && { choices: { emptyValue } }),
    });
    windows.push(window);
    const before = service.posts();
    const write = await writer.prepare(window, { id: '1', field, from, to });
    return { write, posts: () => service.posts() - before };
  }

  for (const writer of edits)
    describe(`by ${writer.name}`, () => {
      for (const [name, from, to] of changes)
        it(`is sent in a text field: ${name}`, async () => {
          const { write, posts } = await prepared(writer, 'city', from, to);
          const { outcome, sentence } = await write();
          assert.deepEqual([outcome, posts(), now('city')], ['done', 1, to], sentence);
        });

      it('is unchanged if the field is a number and the number is the same', async () => {
        for (const [from, to] of [
          ['7', '007'],
          ['1.1', '1.10'],
        ] as const) {
          const { write, posts } = await prepared(writer, 'score', from, to);
          const { outcome } = await write();
          assert.ok(outcome === 'done' || outcome === 'unchanged');
          assert.deepEqual([posts(), now('score')], [0, from]);
        }
        const { write, posts } = await prepared(writer, 'score', '9007199254740993', '9007199254740992');
        assert.equal((await write()).outcome, 'done');
        assert.deepEqual([posts(), now('score')], [1, '9007199254740992']);
      });

      for (const [name, from, to] of longNumbers)
        it(`is sent with all its digits when the service uses numbers: ${name}`, async () => {
          service.sendsNumbers = true;
          for (const field of ['city', 'score'] as const) {
            const { write, posts } = await prepared(writer, field, from, to);
            const { outcome, sentence } = await write();
            assert.deepEqual([outcome, posts(), now(field)], ['done', 1, to], `${field}: ${sentence}`);
          }
        });

      it('keeps the digits of an adjacent number that is longer than a double', async () => {
        service.sendsNumbers = true;
        for (const [, score] of longNumbers) {
          set('score', score);
          const { write } = await prepared(writer, 'city', 'Goa', 'Pune');
          assert.equal((await write()).outcome, 'done');
          assert.deepEqual([now('city'), now('score')], ['Pune', score]);
        }
      });

      it('is sent, refused with a reason or reported as unchanged: null and an empty text', async () => {
        for (const [from, to] of [
          [null, ''],
          ['', null],
        ] as const) {
          const { write, posts } = await prepared(writer, 'city', from, to);
          const { outcome, sentence } = await write();
          if (outcome === 'done') assert.equal(posts(), 1, 'it is called done and nothing was sent');
          else assert.ok(posts() === 0 && sentence !== '', 'nothing was sent, and nobody says why');
        }
      });

      if (writer.hasBase)
        for (const [name, from, to] of [...changes, ['nothing and an empty text', null, ''] as const])
          it(`conflicts when someone else changed it: ${name}`, async () => {
            const { write, posts } = await prepared(writer, 'city', from, 'Mine');
            set('city', to);
            const { outcome, sentence } = await write();
            assert.deepEqual([outcome, posts(), now('city')], ['noEffect', 0, to]);
            assert.match(sentence, /changed (on the service|since|“)/);
          });

      if (writer.hasBase)
        for (const [name, from, to] of longNumbers)
          it(`conflicts when someone else changed it, and the service uses numbers: ${name}`, async () => {
            service.sendsNumbers = true;
            for (const field of ['city', 'score'] as const) {
              const { write, posts } = await prepared(writer, field, from, '7');
              set(field, to);
              const { outcome, sentence } = await write();
              assert.deepEqual([outcome, posts(), now(field)], ['noEffect', 0, to], field);
              assert.match(sentence, /changed (on the service|since|“)/);
            }
          });
    });

  for (const writer of writers.filter(({ kind }) => kind === 'add'))
    it(`is sent as typed by ${writer.name}`, async () => {
      service.sendsNumbers = true;
      for (const field of ['city', 'score'] as const)
        for (const [, , to] of field === 'city' ? [...changes, ...longNumbers] : longNumbers) {
          const { write, posts } = await prepared(writer, field, null, to);
          assert.equal((await write()).outcome, 'done');
          assert.deepEqual([posts(), [...service.leads.values()].at(-1)?.[field]], [1, to]);
          // so that the next one is a separate new record
          for (const key of await disk.drafts.keys()) await disk.drafts.delete(key);
        }
    });

  for (const writer of writers.filter(({ kind }) => kind !== 'delete'))
    it(`is validated against the form rules by ${writer.name}, before anything is sent`, async () => {
      service.longestCity = 5;
      const { write, posts } = await prepared(writer, 'city', 'Goa', 'Bangalore');
      const { outcome, sentence } = await write();
      assert.deepEqual([outcome, posts(), now('city')], ['noEffect', 0, 'Goa']);
      assert.match(sentence, /City is too long/);
    });

  for (const writer of writers.filter(({ kind }) => kind !== 'delete')) {
    it(`is not sent by ${writer.name} as a text that the service reads as empty`, async () => {
      const { write, posts } = await prepared(writer, 'city', 'Goa', 'null');
      const { outcome, sentence } = await write();
      assert.deepEqual([outcome, posts(), now('city')], ['noEffect', 0, 'Goa']);
      assert.match(sentence, /“City” contains the text “null”/);
    });

    it(`is sent by ${writer.name} as any text if empty fields are sent as an empty text`, async () => {
      service.emptyText = '';
      const { write, posts } = await prepared(writer, 'city', 'Goa', 'null', 'empty');
      const { outcome, sentence } = await write();
      const stored = writer.kind === 'add' ? [...service.leads.values()].at(-1)?.city : now('city');
      assert.deepEqual([outcome, posts(), stored], ['done', 1, 'null'], sentence);
    });
  }

  for (const writer of edits)
    it(`does not clear another field that holds such a text, by ${writer.name}`, async () => {
      set('city', 'null');
      const { write, posts } = await prepared(writer, 'score', '3', '4');
      const { outcome, sentence } = await write();
      assert.deepEqual([outcome, posts(), now('city'), now('score')], ['noEffect', 0, 'null', '3']);
      assert.match(sentence, /“City” contains the text “null”|See the list below/);
    });

  for (const writer of writers.filter(({ kind, hasBase }) => kind === 'delete' && hasBase))
    it(`conflicts for ${writer.name} when someone else changed it`, async () => {
      for (const [index, [, from, to]] of [...changes, ...longNumbers].entries()) {
        service.sendsNumbers = index >= changes.length;
        const { write, posts } = await prepared(writer, 'city', from, null);
        set('city', to);
        const { outcome, sentence } = await write();
        assert.deepEqual([outcome, posts(), service.leads.get('1')?.isDeleted], ['noEffect', 0, false]);
        assert.match(sentence, /changed (“City” )?since/);
      }
    });
});
