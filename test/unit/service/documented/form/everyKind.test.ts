import assert from 'node:assert/strict';
import { signupEntries } from '../../../../../src/service/documented/accountOperations.ts';
import { saveEntries } from '../../../../../src/service/documented/form/saveBody.ts';
import type { FormValue } from '../../../../../src/model/form/fieldValue.ts';
import type { FieldKind } from '../../../../../src/model/form/fieldKind.ts';
import { companionPaths } from '../../../../../src/model/form/companionKeys.ts';
import type { JsonObject } from '../../../../../src/model/json.ts';
import type { RecordForm } from '../../../../../src/model/form/recordForm.ts';
import { actionForSave } from '../../../../../src/model/form/submitAction.ts';
import { signupRequest, type SignupValues } from '../../../../../src/model/signup/signupInput.ts';
import { formWith, signupOffer } from '../../../../support/signupOffer.ts';
import { answer, element, read, submit } from './formAnswer.ts';

const options = ['a', 'b'].map((value) => ({ value, text: value.toUpperCase() }));
const file = { name: 'a.txt', type: 'text/plain', bytes: new Uint8Array([1]) };

/** The element of a field, the value entered, and the entries sent. */
const kinds: Partial<Record<FieldKind, readonly [more: JsonObject, value: FormValue, sent: Record<string, unknown>]>> =
  {
    text: [{ template: 'text' }, 'Goa', { '': 'Goa' }],
    longText: [{ template: 'textarea' }, 'a\nb', { '': 'a\nb' }],
    number: [{ template: 'number' }, '7', { '': '7' }],
    date: [{ template: 'date' }, '2031-12-24', { '': '2031-12-24' }],
    dateTime: [{ template: 'datetime' }, '2031-12-24 14:30:00', { '': '2031-12-24 14:30:00' }],
    time: [{ template: 'time' }, '14:30:00', { '': '14:30:00' }],
    boolean: [{ template: 'checkbox' }, '1', { '': '1' }],
    choice: [{ template: 'select', options }, 'a', { '': 'a' }],
    choices: [{ template: 'multiselect', options }, ['a', 'b'], { '[0]': 'a', '[1]': 'b' }],
    reference: [{ template: 'text', related_model_class: 'users' }, '5', { '': '5', __: 'Ada', _model: 'users' }],
    file: [{ template: 'file' }, file, { '': file }],
    password: [{ template: 'password' }, 'secret', { '': 'secret' }],
  };

/** `data[leads][x]`, `data[leads][__x]`, `data[leads][x_model]` and `data[leads][x][0]` for the keys above. */
function keyed(holder: string, sent: Record<string, unknown>): Record<string, unknown> {
  const keys: Record<string, string> = { '': '[x]', __: '[__x]', _model: '[x_model]' };
  return Object.fromEntries(
    Object.entries(sent).map(([part, value]) => [`${holder}${keys[part] ?? `[x]${part}`}`, value]),
  );
}

function entriesIn(form: RecordForm, values: Record<string, FormValue>, holder: string): Record<string, unknown> {
  const action = actionForSave(form);
  assert.ok(action);
  const entries = saveEntries(form, values, action, { emptyValue: 'null' });
  return Object.fromEntries(entries.filter(([key]) => key.startsWith(`${holder}[`)));
}

/** The value and, for a reference, its companions. */
function filled(kind: string, value: FormValue): Record<string, FormValue> {
  const { label, type } = companionPaths(['x']);
  return { x: value, ...(kind === 'reference' && { [label[0] ?? '']: 'Ada', [type[0] ?? '']: 'users' }) };
}

const save = submit('save', 'Save');

/** Positions of a field in a record, each with its empty form and a draft with a value. */
const places: Record<
  string,
  (
    more: JsonObject,
    filledIn: Record<string, FormValue>,
  ) => { readonly form: RecordForm; readonly values: Record<string, FormValue>; readonly holder: string }
> = {
  'in the record': (more, filledIn) => ({
    form: read(answer({ x: null }, { permission: 2, elements: [element('x', more), save] })),
    values: filledIn,
    holder: 'data[leads]',
  }),
  'in a new record': (more, filledIn) => ({
    form: read(answer({}, { permission: 2, elements: [element('x', more), save] }), 'add'),
    values: filledIn,
    holder: 'data[leads]',
  }),
  'in a row of a table that was empty': (more, filledIn) => ({
    form: read(
      answer(
        { addresses: [] },
        { permission: 2, elements: [{ ...element('x', more), name: ['leads', 'addresses', 'x'] }, save] },
      ),
    ),
    values: { addresses: [filledIn] },
    holder: 'data[leads][addresses][0]',
  }),
  'in a group of the record': (more, filledIn) => ({
    form: read(
      answer(
        { stage_log: [] },
        { permission: 2, elements: [{ ...element('x', more), name: ['leads', 'stage_log', 'x'] }, save] },
      ),
    ),
    values: { stage_log: filledIn },
    holder: 'data[leads][stage_log]',
  }),
  'outside of the record': (more, filledIn) => ({
    form: read(
      answer(
        { city: 'Goa' },
        { permission: 2, elements: [element('city'), { ...element('x', more), name: ['extra', 'x'] }, save] },
        { data: { leads: { id: '17', city: 'Goa' }, extra: { x: null } } },
      ),
    ),
    values: { extra: filledIn },
    holder: 'data[extra]',
  }),
};

for (const [place, make] of Object.entries(places))
  describe(`a field ${place}`, () => {
    for (const [kind, [more, value, sent]] of Object.entries(kinds))
      it(`may be a ${kind}, and is sent with all its entries`, () => {
        const { form, values, holder } = make(more, filled(kind, value));
        assert.equal(form.fields.find(({ at }) => at.at(-1) === 'x')?.kind, kind);
        const { [`${holder}[id]`]: _, [`${holder}[city]`]: __, ...entries } = entriesIn(form, values, holder);
        assert.deepEqual(entries, keyed(holder, sent));
      });
  });

describe('reference outside the record', () => {
  it('is recognized by its companion keys, which are sent with it', () => {
    const form = read(
      answer(
        { city: 'Goa' },
        { permission: 2, elements: [element('city'), { ...element('x'), name: ['extra', 'x'] }, save] },
        { data: { leads: { id: '17', city: 'Goa' }, extra: { x: '5', __x: 'Ada', x_model: 'users' } } },
      ),
    );
    assert.deepEqual(entriesIn(form, {}, 'data[extra]'), {
      'data[extra][x]': '5',
      'data[extra][__x]': 'Ada',
      'data[extra][x_model]': 'users',
    });
  });
});

describe('reference in a sub-table without rows', () => {
  const table = (more: JsonObject, ...others: JsonObject[]): string | undefined =>
    read(
      answer(
        { addresses: [] },
        { permission: 2, elements: [{ ...element('x', more), name: ['leads', 'addresses', 'x'] }, ...others] },
      ),
    ).fields[0]?.kind;

  for (const key of [
    'related_model_class',
    'related_model',
    'reference_model',
    'foreign_model',
    'related_controller',
    'lookup_url',
  ])
    it(`is recognized by ${key} of its element`, () => assert.equal(table({ [key]: 'crm/peoples' }), 'reference'));

  it('is recognized by its control, or by an element for its text', () => {
    assert.equal(table({ template: 'autocomplete' }), 'reference');
    assert.equal(table({}, { ...element('__x'), name: ['leads', 'addresses', '__x'] }), 'reference');
    assert.equal(table({}), 'text');
  });
});

describe('sign-up field', () => {
  for (const place of [[], ['addresses'], ['profile']])
    for (const [kind, [more, value, sent]] of Object.entries(kinds))
      it(`may be a ${kind}${place.length > 0 ? ` in ${place.join('')}` : ''}`, async () => {
        const form = formWith();
        const [section, buttons] = form['field_configurations'] as JsonObject[];
        const own = { ...element('x', more), name: ['users', ...place, 'x'], permission: 2 };
        const elements = [...((section?.['elements'] ?? []) as JsonObject[]), own];
        const offer = await signupOffer({
          form: { ...form, field_configurations: [{ ...section, elements }, { ...buttons }] },
        });
        const key = [...place, 'x'].join('.');
        const request = signupRequest(offer, { [key]: value } as SignupValues);
        const holder =
          place[0] === 'addresses'
            ? 'data[users][addresses][0]'
            : `data[users]${place.map((one) => `[${one}]`).join('')}`;
        const entries = Object.fromEntries(signupEntries(request));
        const found = Object.fromEntries(Object.entries(entries).filter(([one]) => /\[(__)?x(_model)?\]/.test(one)));
        // a sign-up has no name for a referenced record
        const { __: _, ...expected } = sent;
        assert.deepEqual(found, keyed(holder, expected));
      });
});
