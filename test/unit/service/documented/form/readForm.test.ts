import assert from 'node:assert/strict';
import { actionEntry, saveEntries } from '../../../../../src/service/documented/form/saveBody.ts';
import { ServiceError } from '../../../../../src/model/errors.ts';
import type { FormElement } from '../../../../../src/model/form/formElement.ts';
import type { JsonObject, JsonValue } from '../../../../../src/model/json.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import { answer, element, leads, read, submit } from './formAnswer.ts';
import { pluck } from '../../../../support/pluck.ts';

function keys(form: JsonValue, values: JsonObject = {}): string[] {
  return read(answer(values, form)).fields.map(({ key }) => key);
}

/** The entries of a save, except `normalized` and the action. */
function entriesOf(form: RecordForm): Record<string, unknown> {
  const [action] = read(answer({}, { elements: [submit('save', 'Save')] })).submitActions;
  assert.ok(action);
  const entries = saveEntries(form, {}, action, { emptyValue: 'null' });
  return Object.fromEntries(entries.filter(([key]) => key.startsWith('data[leads]')));
}

function outline(elements: readonly FormElement[]): JsonValue[] {
  return elements.map((one) => {
    if (one.type === 'rows') return { [`${one.table.label} rows`]: one.table.fields.map(({ key }) => key) };
    return one.type === 'field' ? one.field.key : { [one.label]: outline(one.elements) };
  });
}

describe('record form', () => {
  it('is parsed if its metadata is JSON in a text', () => {
    const elements = [element('city'), element('name')];
    for (const form of [
      { field_configurations: JSON.stringify(elements) },
      { elements: JSON.stringify(elements), field_configurations: '' },
      JSON.stringify({ permission: 2, elements }),
    ])
      assert.deepEqual(keys(form), ['leads.city', 'leads.name']);
    assert.ok(keys({ field_configurations: '{"cut off' }, { city: 'Pune' }).some((key) => key.endsWith('city')));
  });

  it('identifies its record and user', () => {
    const form = read(
      answer(
        { name: 'Asha Rao', city: 'Pune' },
        { elements: [element('city')] },
        {
          message: ['<b>Hello</b>'],
          user_id: 5,
          user_fullname: 'Mira Sen',
          organization_name: 'Acme',
          model: 'leads',
          model_class: '\\Crm\\Model\\Leads',
        },
      ),
    );
    assert.deepEqual([form.model, form.modelClass], ['leads', '\\Crm\\Model\\Leads']);
    assert.deepEqual(form.controller, leads);
    assert.deepEqual(
      [form.alias, form.root, form.id, form.name, form.singular, form.primaryKey],
      ['leads', 'leads', '17', 'Asha Rao', 'Lead', 'id'],
    );
    assert.deepEqual(
      [form.isDeleted, form.isEditable, form.isDeletable, form.allowComments],
      [false, true, true, false],
    );
    assert.deepEqual([form.messages, form.errors], [['Hello'], []]);
    assert.deepEqual(form.identity, { userId: '5', userName: 'Mira Sen', organizationName: 'Acme' });
  });

  it('is deleted when the response or the record says so, and not for a new record', () => {
    const deletedBy = (record: JsonObject, more: JsonObject, operation?: 'add'): boolean =>
      read(answer({ city: 'Pune', ...record }, { elements: [element('city')] }, more), operation).isDeleted;
    assert.equal(deletedBy({}, { is_record_deleted: true }), true);
    assert.equal(deletedBy({ deleted: '1' }, { is_record_deleted: false }), false);
    assert.equal(deletedBy({ deleted: '1' }, { is_record_deleted: null }), true);
    assert.equal(deletedBy({}, { is_record_deleted: true }, 'add'), false);
  });

  it('has no name for a new record, whatever the defaults say', () => {
    const content = answer({ name: 'Untitled' }, { elements: [element('name')] }, { name: 'Untitled' });
    assert.deepEqual([read(content, 'add').name, read(content).name], ['', 'Untitled']);
  });

  it('finds the record anywhere in data', () => {
    const record = { id: '17', city: 'Pune', tags: { a: '1' } };
    const places: [string, JsonValue, JsonObject?][] = [
      ['under its alias', { leads: record }],
      ['under the controller', { leads: record }, { alias: 'Lead' }],
      ['under the model', { Lead: record }, { alias: 'x', model: 'Lead' }],
      ['under the only key', { whatever: record }, { alias: 'x', model: null }],
      ['flat', record],
      ['alone in an array', { leads: [record] }],
      ['in data that is an array', [{ leads: record }]],
    ];
    for (const [place, data, more] of places) {
      assert.deepEqual(read(answer({}, [], { data, ...more })).values, record, place);
    }
  });

  it('reads empty data as an empty record', () => {
    for (const data of [[], {}, null, { leads: [] }, 'nonsense']) {
      const form = read(answer({}, { permission: 2, elements: [element('city')] }, { data, id: null }), 'add');
      assert.deepEqual([form.values, form.id, form.fields.length], [{}, null, 1]);
    }
  });

  it('finds elements at any depth, in arrays and maps, under any key', () => {
    const city = element('city');
    const forms: JsonValue[] = [
      { elements: [city] },
      { children: { 0: city } },
      { fields: { city } },
      { tabs: [{ title: 'One', rows: [[city]] }] },
      { anything: { deep: { down: [[[{ at: city }]]] } } },
      [city],
      { '7': city },
      { elements: [{ name: { 0: 'leads', 1: 'city' } }] },
      { elements: [{ __name: 'leads.city', template: 'text' }] },
    ];
    for (const form of forms) assert.deepEqual(keys(form), ['leads.city'], JSON.stringify(form));
  });

  it('keeps groups, their nesting and the order of the service', () => {
    const form = read(
      answer(
        {},
        {
          enable_split_layout: '1',
          elements: [
            element('b'),
            {
              label: 'Address',
              help: 'Where <i>they</i> live',
              enable_split_layout: 1,
              show_collapsed: '1',
              children: [element('city'), { legend: 'Inner', children: [element('zip')] }],
            },
            { title: 'Empty', children: [] },
            element('a'),
          ],
        },
      ),
    );
    assert.deepEqual(outline(form.elements), [
      'leads.b',
      { Address: ['leads.city', { Inner: ['leads.zip'] }] },
      'leads.a',
    ]);
    assert.deepEqual(
      form.fields.map(({ at }) => at.join('.')),
      ['b', 'city', 'zip', 'a'],
    );
    const [, group] = form.elements;
    assert.equal(form.splitLayout, true);
    assert.ok(group?.type === 'group' && group.splitLayout && group.collapsed && group.help === 'Where they live');
  });

  it('names the groups of a map by their keys', () => {
    const form = read(answer({}, { tabs: { General: { fields: [element('a')] }, Address: [element('b')] } }));
    assert.deepEqual(outline(form.elements), [{ General: ['leads.a'] }, { Address: ['leads.b'] }]);
  });

  it('treats a named group as a group', () => {
    const rows = { name: ['leads', 'addresses'], label: 'Addresses', template: 'subform', children: [element('zip')] };
    const bare = { name: ['ACL & Revisions'], label: 'Permissions', template: 'subform', method: 'subform' };
    const form = read(answer({}, { children: [rows, bare] }));
    assert.deepEqual(outline(form.elements), [{ Addresses: ['leads.zip'] }]);
  });

  it('keeps an input with nested inputs', () => {
    const form = read(
      answer({}, { children: [element('other', { template: 'checkbox', children: [element('which')] })] }),
    );
    assert.deepEqual(outline(form.elements), [{ OTHER: ['leads.other', 'leads.which'] }]);
  });

  for (const template of ['link', 'button', 'heading', 'column', 'page', 'separator'])
    it(`has a field for an editable ${template}, and none for a decorative one`, () => {
      const form = read(
        answer(
          { site: 'a.example', note: null },
          {
            permission: 4,
            elements: [
              element('site', { template, permission: 2 }),
              element('other', { template, permission: 2 }),
              element('note', { template, permission: 0 }),
              element('decoration', { template }),
              { name: ['cancel'], label: 'Cancel', template, permission: 2 },
              { name: ['leads', 'part'], label: 'Part', template, permission: 2, items: [] },
              { name: ['action', 'save'], label: 'Save', template, method: 'submit' },
            ],
          },
        ),
      );
      assert.deepEqual(
        form.fields.map(({ key, kind, permission }) => [key, kind, permission.editable]),
        [
          ['leads.site', 'text', true],
          ['leads.other', 'text', true],
          ['leads.note', 'text', false],
        ],
      );
      assert.deepEqual(pluck(form.submitActions, 'label'), ['Save']);
      assert.deepEqual(entriesOf(form), {
        'data[leads][id]': '17',
        'data[leads][site]': 'a.example',
        'data[leads][other]': 'null',
      });
    });

  for (const more of [{}, { template: 'group' }, { template: 'list' }, { template: 'box', permission: 2 }])
    it(`treats a named group with items as a group and sends nothing for its name: ${JSON.stringify(more)}`, () => {
      const part = { name: ['leads', 'part'], label: 'Part', ...more };
      for (const items of [
        [element('city'), element('zip')],
        [{ label: 'Inner', items: [element('city'), element('zip')] }],
      ]) {
        const form = read(answer({ part: null, city: 'Goa' }, { permission: 2, elements: [{ ...part, items }] }));
        assert.deepEqual(entriesOf(form), {
          'data[leads][id]': '17',
          'data[leads][city]': 'Goa',
          'data[leads][zip]': 'null',
        });
      }
    });

  it('does not treat options, rules or conditions as elements', () => {
    const decoys = {
      options: [{ name: ['x'], label: 'X', value: '1' }],
      rules_grid: [{ name: ['leads', 'decoy'] }],
      depends_on: { name: ['leads', 'state'] },
      visibility_conditions: [{ name: ['leads', 'state'] }],
    };
    assert.deepEqual(keys({ elements: [element('city', decoys)] }), ['leads.city']);
  });

  it('ignores the content of undocumented entries', () => {
    const form = { permission: 2, elements: [element('city'), submit('save_progress', 'Save')] };
    const plain = read(answer({ city: 'Goa' }, form));
    const odd = [
      'x',
      7,
      null,
      [element('decoy')],
      { elements: [element('decoy')], name: ['leads', 'decoy'], permission: 4 },
    ];
    for (const value of odd) {
      const beside = {
        rebaseline: value,
        model_behaviours: value,
        controllerClass: value,
        modelClass: value,
        singleton_key: value,
      };
      const within = {
        href: value,
        form_view_href: value,
        form_metadata_id: value,
        field_request_status: value,
        field_request_message: value,
      };
      assert.deepEqual(read(answer({ city: 'Goa' }, { ...form, ...within }, beside)), plain, JSON.stringify(value));
    }
  });

  it('creates neither fields nor buttons from other entries of a button', () => {
    const more = {
      value: [element('decoy')],
      __value: 'Decoy',
      rules_grid: [element('decoy')],
      roles_grid: [{ name: ['leads', 'decoy'], template: 'submit', method: 'submit', label: 'Decoy' }],
      helper: { name: ['action', 'decoy'], label: 'Decoy' },
      mw: [element('decoy')],
      business_key: 'decoy',
      packaged_with_module: '1',
      allow_copy_to_clipboard: '1',
      allow_user_to_specify_user_level_default: '1',
      is_mobile_compatible: '0',
    };
    const form = read(
      answer({}, { permission: 2, elements: [element('city'), submit('save_progress', 'Save', more)] }),
    );
    assert.deepEqual(
      [form.fields.map(({ key }) => key), form.submitActions.map(({ label, path }) => [label, path.join('.')])],
      [['leads.city'], [['Save', 'action.save_progress']]],
    );
  });

  it('keeps a field once, where it is editable', () => {
    const twice = [
      { label: 'Summary', children: [element('city', { permission: 4 }), element('name')] },
      { label: 'Details', children: [element('city', { permission: 2 }), element('name')] },
    ];
    assert.deepEqual(outline(read(answer({}, { permission: 4, children: twice })).elements), [
      { Summary: ['leads.name'] },
      { Details: ['leads.city'] },
    ]);
  });

  it('reads names that are plain texts when there are no others', () => {
    const texts = [
      { name: 'city', label: 'City' },
      { name: 'leads.zip', template: 'text' },
      { name: 'data[leads][state]', label: 'State' },
      { name: 'no element at all' },
    ];
    assert.deepEqual(keys({ elements: texts }), ['leads.city', 'leads.zip', 'leads.state']);
    assert.deepEqual(keys({ elements: [...texts, element('only')] }), ['leads.only']);
  });

  it('reads a map from field to element in which a field is named like an element property', () => {
    const named = { name: element('name'), city: element('city'), options: element('options', { options: ['a'] }) };
    const unnamed = { name: { label: 'Name', template: 'text' }, city: { label: 'City', template: 'text' } };
    assert.deepEqual(keys({ inputs: named }), ['leads.name', 'leads.city', 'leads.options']);
    assert.deepEqual(keys({ field_configurations: named }), ['leads.name', 'leads.city', 'leads.options']);
    assert.deepEqual(keys({ inputs: unnamed }, { name: 'Asha', city: 'Pune' }), ['leads.name', 'leads.city']);
  });

  it('reads a map from field to element when the record has the field', () => {
    const form = {
      fields: { city: { label: 'Town', data_type: 'VAR_STRING' }, unknown: { label: 'Not in the record' } },
    };
    assert.deepEqual(keys(form, { city: 'Pune' }), ['leads.city']);
  });

  it('reads field configurations as elements only when the form has no others', () => {
    const configurations = { field_configurations: [element('b'), element('a')] };
    assert.deepEqual(keys({ ...configurations, children: [{ label: 'G', children: [element('a')] }] }), ['leads.a']);
    assert.deepEqual(keys(configurations), ['leads.b', 'leads.a']);
  });

  it('shows the keys of the record as read-only when the form has no elements', () => {
    for (const form of [[], {}, null, 'nonsense', { permission: 2, labels: { city: 'Town' } }]) {
      const bare = read(answer({ city: 'Pune', owner: '3', __owner: 'Mira', owner_model: 'users' }, form));
      assert.deepEqual(
        bare.fields.map(({ key, kind, permission }) => [key, kind, permission.editable]),
        [
          ['leads.id', 'text', false],
          ['leads.city', 'text', false],
          ['leads.owner', 'reference', false],
        ],
      );
      assert.equal(bare.elements.length, 3);
    }
  });

  it('shows record values that are not in the form as other fields', () => {
    const form = read(
      answer({ city: 'Pune', modified: '2024-03-01', _acl_edit: 'x' }, { permission: 2, elements: [element('city')] }),
    );
    assert.deepEqual(
      form.otherFields.map(({ key, isSystem, permission }) => [key, isSystem, permission.bar]),
      [
        ['leads.id', true, 'noElement'],
        ['leads.modified', true, 'noElement'],
      ],
    );
  });

  it('accepts elements that name the record differently', () => {
    const form = read(
      answer({ city: 'Pune' }, { permission: 2, elements: [{ name: ['Lead', 'city'], label: 'City' }] }),
    );
    assert.deepEqual([form.root, form.fields[0]?.at], ['Lead', ['city']]);
  });

  it('sends the label of a button as received, and shows it as plain text', () => {
    const long = ` <b>Save</b> &amp; go on ${'x'.repeat(300)} `;
    const form = read(answer({ name: 'Goa' }, { elements: [element('name'), submit('save_progress', long)] }));
    const [action] = form.submitActions;
    assert.ok(action && action.label.length <= 200 && !action.label.includes('<b>'));
    assert.deepEqual(actionEntry(action), ['data[action][save_progress]', long]);
  });

  it('excludes buttons from the fields', () => {
    const form = read(
      answer(
        {},
        {
          permission: 2,
          elements: [
            element('city'),
            submit('save_progress', 'Save'),
            submit('approve', 'Approve', { is_web_compatible: '0' }),
            { template: 'submit', name: ['save_&_continue'], value: 'Save & Continue' },
            { template: 'cancel', label: 'Cancel' },
            { template: 'button', name: ['action', 'other'], label: 'Other' },
          ],
        },
      ),
    );
    assert.deepEqual(
      form.submitActions.map(({ path, label, isWebCompatible }) => [path.join('.'), label, isWebCompatible]),
      [
        ['action.save_progress', 'Save', true],
        ['action.approve', 'Approve', false],
        ['action.save_&_continue', 'Save & Continue', true],
      ],
    );
    assert.deepEqual(pluck(form.fields, 'key'), ['leads.city']);
  });

  it('assigns the errors of the response to their fields', () => {
    const form = read(
      answer({}, { elements: [element('city')] }, { errors: { leads: { city: ['is too far away'] } } }),
    );
    assert.deepEqual(form.errors, [{ text: 'is too far away', field: ['leads', 'city'] }]);
  });

  it('rejects a response without record and form in one sentence', () => {
    for (const content of [{}, { data: [], form: [] }, { data: null }, { errors: [] }]) {
      assert.throws(
        () => read(content),
        (error) =>
          error instanceof ServiceError &&
          error.code === 'unreadable' &&
          /neither a record nor the fields/.test(error.message),
      );
    }
  });
});
