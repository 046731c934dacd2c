import assert from 'node:assert/strict';
import { type FieldService, fieldElement, fieldService, submitElement } from '../../../support/fieldService.ts';
import { Disk, type Reported, type Writer, writers, WritingWindow } from '../../../support/nineWriters.ts';

describe('form whose only button is Save & Close', () => {
  let service: FieldService;
  let disk: Disk;
  let window: WritingWindow | undefined;

  beforeEach(async () => {
    service = await fieldService(fieldElement('city', 'text'), submitElement('save_&_close', 'Save & Close'));
    service.records.set('1', { city: 'Goa' });
    disk = new Disk();
  });
  afterEach(async () => {
    window?.close();
    await service.close();
    disk.remove();
  });

  async function write(writer: Writer, saveAction?: string): Promise<Reported> {
    window = await WritingWindow.open(service.url, disk, {
      timeoutMs: 2_000,
      usesEndpoints: writer.usesEndpoints === true,
      ...(saveAction !== undefined && { choices: { saveAction } }),
    });
    return (await writer.prepare(window, { id: '1', field: 'city', from: 'Goa', to: 'Pune' }))();
  }

  for (const writer of writers.filter(({ kind }) => kind !== 'delete'))
    describe(`and ${writer.name}`, () => {
      it('is saved with it once it is chosen for the connection', async () => {
        const { outcome, sentence } = await write(writer, 'save_&_close');
        assert.equal(outcome, 'done', sentence);
        assert.deepEqual(
          service.saves.map((entries) => [entries['data[leads][city]'], entries['data[action][save_&_close]']]),
          [['Pune', 'Save & Close']],
        );
      });

      it('is not saved otherwise, and lists the buttons and where to choose one', async () => {
        const { outcome, sentence } = await write(writer);
        assert.deepEqual([outcome, service.saves], ['noEffect', []]);
        assert.match(sentence, /no button that just saves, only “Save & Close”.*“Save action”/);
      });
    });
});
