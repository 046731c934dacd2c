import assert from 'node:assert/strict';
import { peekReference } from '../../../../../src/features/table/host/peekReference.ts';
import { controllerName } from '../../../../../src/model/controller.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import { answer, element, read } from '../../../service/documented/form/formAnswer.ts';

const leads = { connection: 'c', controller: controllerName('crm', 'leads') };
const users = controllerName('access_controls', 'users');
const elements = [element('owner_id', { template: 'autocomplete', model: 'users' }), element('city')];
const lead = (more: Record<string, string | null>) => read(answer(more, { permission: 2, elements }));
const asked: string[] = [];
const sources = (isAway = false) =>
  ({
    forms: {
      get: async (_: string, controller: string, id: string) => {
        asked.push(`${controller} ${id}`);
        if (isAway) throw new ServiceError('unreachable', { doing: 'read', why: 'it is away' });
        return read({
          ...answer({ name: 'Ada', city: 'Goa' }, { permission: 2, elements: [element('name'), element('city')] }),
          name: 'Ada',
        });
      },
    },
    connections: { get: () => ({ controllers: [users] }) },
    listViews: { known: () => [], controllers: async () => [users] },
    catalog: { controllers: async () => [users], known: () => [users] },
    chosen: { of: () => users, choose: async () => undefined },
    entries: { of: () => users, find: async () => undefined },
  }) as unknown as Parameters<typeof peekReference>[0];

describe('record referenced by a cell', () => {
  it('has the name from its row, with the values of its own form', async () => {
    const form = lead({ owner_id: '7', __owner_id: 'Ada Lovelace' });
    const [field = assert.fail()] = form.fields;
    const pointing = { ...field, reference: { ...field.reference, controller: users } };
    assert.deepEqual(await peekReference(sources(), leads, form, pointing, undefined), {
      id: '7',
      name: 'Ada Lovelace',
      lines: [
        { label: 'NAME', value: 'Ada' },
        { label: 'CITY', value: 'Goa' },
      ],
    });
    assert.deepEqual(asked, ['access_controls/users 7']);
    const away = await peekReference(sources(true), leads, form, pointing, undefined);
    assert.deepEqual(away, { id: '7', name: 'Ada Lovelace', lines: [] });
  });

  it('is the staged one, and none if the cell is empty', async () => {
    const form = lead({ owner_id: '7', __owner_id: 'Ada' });
    const [field = assert.fail()] = form.fields;
    const pointing = { ...field, reference: { ...field.reference, controller: users } };
    const staged = { from: 'Ada', to: 'Eve', reference: { id: '9' } };
    assert.equal((await peekReference(sources(), leads, form, pointing, staged))?.name, 'Eve');
    assert.equal(await peekReference(sources(), leads, form, pointing, { from: 'Ada', to: null }), null);
    assert.equal(await peekReference(sources(), leads, lead({ owner_id: null }), pointing, undefined), null);
  });
});
