import assert from 'node:assert/strict';
import type { ServiceChoices } from '../../../../src/model/connection/connection.ts';
import { controllerName } from '../../../../src/model/controller.ts';
import type { JsonValue } from '../../../../src/model/json.ts';
import { type FieldService, fieldElement, fieldService, submitElement } from '../../../support/fieldService.ts';
import { Disk, type Reported, type Writer, writers, WritingWindow } from '../../../support/nineWriters.ts';

const leads = controllerName('crm', 'leads');
const offered = (...values: string[]) => values.map((value) => ({ value, text: value.toUpperCase() }));
const options = offered('a', 'b', 'c');
const marked = offered('x', 'y', 'x,y');

describe('value in the notation of the service', () => {
  let service: FieldService;
  let disk: Disk;
  let window: WritingWindow;

  beforeEach(async () => {
    service = await fieldService(
      fieldElement('tags', 'multiselect', { options }),
      fieldElement('due', 'date'),
      fieldElement('met', 'datetime'),
      fieldElement('at', 'time'),
      fieldElement('pets', 'multiselect', { options: marked }),
      submitElement('save', 'Save'),
    );
    disk = new Disk();
  });
  afterEach(async () => {
    window.close();
    await service.close();
    disk.remove();
  });

  async function open(choices: Partial<ServiceChoices> = {}, usesEndpoints = false): Promise<void> {
    window = await WritingWindow.open(service.url, disk, { timeoutMs: 2_000, usesEndpoints, choices });
  }

  /** Reads the other record, as a user of the service would. */
  async function look(how: 'record' | 'list' | 'not'): Promise<void> {
    const client = await window.clients.get(window.connection);
    if (how === 'record') await client.open(leads, '2');
    service.columns = ['tags', 'due'];
    if (how === 'list') await client.records(leads, { page: 1, limit: 20 });
  }

  async function write(writer: Writer, field: string, from: string | null, to: string): Promise<Reported> {
    return (await writer.prepare(window, { id: '1', field, from, to }))();
  }

  const sent = (key: string): unknown => service.saves.map((entries) => entries[`data[leads][${key}]`]);
  /** The form page encodes values itself; other writers get values as a user or a program wrote them. */
  const converting = writers.filter(({ kind, name }) => kind === 'edit' && !/form|extension/.test(name));
  const adding = writers.filter(({ name }) => name === "an import's add");

  for (const writer of converting)
    describe(`by ${writer.name}`, () => {
      const usesEndpoints = writer.usesEndpoints === true;

      for (const [stored, after] of [
        ['a,b', 'a,b,c'],
        ['a;b', 'a;b;c'],
        ['a|b', 'a|b|c'],
        ['|a|b|', '|a|b|c|'],
        ['["a","b"]', '["a","b","c"]'],
        ['a\nb', 'a\nb\nc'],
      ] as const)
        it(`checks one more choice in ${JSON.stringify(stored)}`, async () => {
          service.records.set('1', { tags: stored });
          await open({}, usesEndpoints);
          const { outcome, sentence } = await write(writer, 'tags', stored, 'a,b,c');
          assert.deepEqual([outcome, sent('tags')], ['done', [after]], sentence);
        });

      it('does not rewrite choices that it cannot parse', async () => {
        service.records.set('1', { tags: 'a:1:{s:1:"b";}' });
        await open({}, usesEndpoints);
        const { outcome, sentence } = await write(writer, 'tags', 'a:1:{s:1:"b";}', 'a,b');
        assert.deepEqual([outcome, service.saves], ['noEffect', []]);
        assert.match(sentence, /can't be read as a set of choices/);
      });

      it('does not guess the separator between two choices', async () => {
        service.records.set('1', { tags: 'a' });
        await open({}, usesEndpoints);
        const { outcome, sentence } = await write(writer, 'tags', 'a', 'a,b');
        assert.deepEqual([outcome, service.saves], ['noEffect', []]);
        assert.match(sentence, /“Multiple choices” with Edit Connection/);
      });

      for (const how of ['record', 'list'] as const)
        it(`writes first choices in the notation of another value, seen in a ${how}`, async () => {
          service.records.set('1', { tags: null });
          service.records.set('2', { tags: 'a;b' });
          await open({}, usesEndpoints);
          await look(how);
          const { outcome, sentence } = await write(writer, 'tags', null, 'b,c');
          assert.deepEqual([outcome, sent('tags')], ['done', ['b;c']], sentence);
        });

      it('writes first choices as the connection configures', async () => {
        service.records.set('1', { tags: null });
        await open({ choiceSeparator: 'json' }, usesEndpoints);
        const { outcome, sentence } = await write(writer, 'tags', null, 'b,c');
        assert.deepEqual([outcome, sent('tags')], ['done', ['["b","c"]']], sentence);
      });

      for (const how of ['record', 'list'] as const)
        it(`writes a first date in the notation of another value, seen in a ${how}`, async () => {
          service.records.set('1', { due: null });
          service.records.set('2', { due: '14/11/2026' });
          await open({}, usesEndpoints);
          await look(how);
          const { outcome, sentence } = await write(writer, 'due', null, '2031-06-05');
          assert.deepEqual([outcome, sent('due')], ['done', ['05/06/2031']], sentence);
        });

      for (const [stored, field, typed, after] of [
        ['14.11.2026', 'due', '2031-12-24', '24.12.2031'],
        ['11/14/2026', 'due', '2031-12-24', '12/24/2031'],
        ['14/11/2026 09:05', 'met', '2031-12-24 14:30:00', '24/12/2031 14:30'],
        ['9:05 AM', 'at', '14:30', '2:30 PM'],
      ] as const)
        it(`keeps the notation of ${stored}`, async () => {
          service.records.set('1', { [field]: stored });
          await open({}, usesEndpoints);
          const { outcome, sentence } = await write(writer, field, stored, typed);
          assert.deepEqual([outcome, sent(field)], ['done', [after]], sentence);
        });

      it('does not guess which number is the month, unless the connection configures it', async () => {
        const values: JsonValue = { due: '05/06/2026' };
        service.records.set('1', values);
        await open({}, usesEndpoints);
        const { outcome, sentence } = await write(writer, 'due', '05/06/2026', '2031-12-24');
        assert.deepEqual([outcome, service.saves], ['noEffect', []]);
        assert.match(sentence, /“Date format” with Edit Connection/);
        window.close();
        await open({ dateFormat: 'MM/DD/YYYY' }, usesEndpoints);
        await write(writer, 'due', '05/06/2026', '2031-12-24');
        assert.deepEqual(sent('due'), ['12/24/2031']);
      });
    });

  for (const writer of writers.filter(({ kind }) => kind === 'edit'))
    it(`changes when ${writer.name} replaces two choices with one of that name`, async () => {
      service.records.set('1', { pets: 'x|y' });
      await open({}, writer.usesEndpoints === true);
      const { outcome, sentence } = await write(writer, 'pets', 'x|y', 'x,y');
      assert.deepEqual([outcome, sent('pets')], ['done', ['x,y']], sentence);
    });

  for (const writer of adding)
    it(`is written by ${writer.name} as in other records`, async () => {
      service.records.set('2', { tags: 'a|b', due: '14/11/2026' });
      await open();
      await look('record');
      await write(writer, 'tags', null, 'a,c');
      await write(writer, 'due', null, '2031-12-24');
      assert.deepEqual(
        [sent('tags'), sent('due')],
        [
          ['a|c', 'null'],
          ['null', '24/12/2031'],
        ],
      );
    });

  it('is written this way for another extension, which passes a list and an ISO date', async () => {
    service.records.set('1', { tags: 'a|b', due: '14/11/2026' });
    await open();
    await window.api.save(window.connection, 'crm/leads', '1', { tags: ['a', 'b', 'c'], due: '2031-12-24' });
    assert.deepEqual([sent('tags'), sent('due')], [['a|b|c'], ['24/12/2031']]);
  });

  it('is shown to forms and bulk pages', async () => {
    service.records.set('1', { tags: null, due: null, met: '' });
    service.records.set('2', { tags: 'a;b', due: '14/11/2026', met: '14/11/2026 10:00' });
    await open();
    await look('record');
    const client = await window.clients.get(window.connection);
    const notations = async (): Promise<unknown> =>
      (await client.open(leads, '1')).fields.slice(0, 4).map(({ notation }) => notation?.format ?? notation?.choices);
    const expected = [{ open: '', between: ';', close: '' }, 'DD/MM/YYYY', 'DD/MM/YYYY HH:mm', undefined];
    assert.deepEqual(await notations(), expected);
    assert.deepEqual(await notations(), expected);
  });
});
