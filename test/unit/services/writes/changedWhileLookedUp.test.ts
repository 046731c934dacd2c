import assert from 'node:assert/strict';
import { controllerName } from '../../../../src/model/controller.ts';
import { withValues } from '../../../../src/model/draft/textEdit.ts';
import { bigIds } from '../../../support/interfaceRecords.ts';
import { type InterfaceService, interfaceService, type ResponseStyle } from '../../../support/interfaceService.ts';
import { Disk, WritingWindow } from '../../../support/nineWriters.ts';

const leads = controllerName('crm', 'leads');

for (const temperament of ['orderly', 'loose'] satisfies ResponseStyle[])
  describe(`a record changed by someone else during a name look-up, on a service that is ${temperament}`, () => {
    let service: InterfaceService;
    let disk: Disk;
    let window: WritingWindow;
    /** What another user does during the look-up of the name, once. */
    let colleague: (() => void) | undefined;

    beforeEach(async () => {
      service = await interfaceService({
        temperament,
        message: (path) => {
          if (!path.startsWith('/access_controls/users/')) return [];
          colleague?.();
          colleague = undefined;
          return [];
        },
      });
      disk = new Disk();
      window = await WritingWindow.open(service.url, disk, { timeoutMs: 5_000 });
    });
    afterEach(async () => {
      window.close();
      await service.close();
      disk.remove();
    });

    const change = (values: Readonly<Record<string, string>>): void => {
      const all = service.records.get('crm/leads');
      all?.set('l1', { ...all.get('l1'), ...values });
    };
    const place = (): { connection: string; controller: typeof leads } => ({
      connection: window.connection,
      controller: leads,
    });
    const stored = (...keys: string[]): unknown[] =>
      keys.map((key) => service.records.get('crm/leads')?.get('l1')?.[key]);

    const writers: Readonly<Record<string, () => Promise<unknown>>> = {
      'the form': async () => {
        const address = { kind: 'record', ...place(), id: 'l1' } as const;
        const text = await window.drafts.readDocument(address);
        await window.drafts.noteShown(address, text);
        return window.drafts.saveDocument(address, withValues(text, [{ at: ['__owner_id'], value: 'Dana Ito' }]));
      },
      'staged cells': async () => {
        const cells = new Map([['owner_id', { from: 'Carlos Núñez', to: 'Dana Ito' }]]);
        const { problems } = await window.saves.saveStaged(place(), new Map([['l1', cells]]), service.url);
        assert.deepEqual([...problems.values()], []);
      },
      'another extension': () => window.api.save(window.connection, leads, 'l1', { __owner_id: 'Dana Ito' }),
    };

    for (const [name, write] of Object.entries(writers)) {
      it(`keeps that change when ${name} saves`, async () => {
        colleague = () => change({ first_name: 'Renamed' });
        await write();
        assert.equal(colleague, undefined, 'nobody was looked up');
        assert.deepEqual(stored('owner_id', 'first_name'), [bigIds[1], 'Renamed']);
      });
    }

    it('is not saved by the form when the same field was changed, with a message', async () => {
      colleague = () => change({ owner_id: '' });
      await assert.rejects(writers['the form']!(), /“Owner” was changed on the service/);
      assert.equal(service.writes.length, 0);
    });
  });
