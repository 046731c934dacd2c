import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../../src/model/json.ts';
import type { FormOperation, RecordForm } from '../../../../src/model/form/recordForm.ts';
import { answer, read, submit } from '../../service/documented/form/formAnswer.ts';

/** One record in three states, and the form in which the service returns the last one. */
export interface AnyMerge {
  readonly form: RecordForm;
  readonly base: JsonObject;
  readonly mine: JsonObject;
}

const names = [
  ['leads', 'a'],
  ['leads', 'b'],
  ['leads', 'b_model'],
  ['leads', 'ref'],
  ['leads', 'log'],
  ['leads', 'log', 'x'],
  ['leads', 'log', 'y'],
  ['leads', 'log', 'deep', 'z'],
  ['leads', 'rows'],
  ['leads', 'rows', 'p'],
  ['leads', 'rows', 'q'],
  ['leads', 'rows', 'inner', 'r'],
  ['leads', 'id'],
  ['leads', 'photo'],
  ['leads', '__proto__'],
  ['leads', 'constructor'],
  ['outside', 'z'],
];

const permission = fc.constantFrom<JsonObject>(
  {},
  { permission: 0 },
  { permission: 2 },
  { permission: 2 },
  { permission: '4' },
  { permission: 1 },
  { permission: 'odd' },
);

const input = fc
  .tuple(
    fc.constantFrom(...names),
    permission,
    fc.constantFrom('text', 'text', 'number', 'textarea', 'choices', 'password', 'odd', ''),
  )
  .map(([name, own, template]): JsonObject => {
    const shown = name.at(-1) === 'ref' ? 'reference' : name.at(-1) === 'photo' ? 'file' : template;
    return { name, label: name.at(-1) ?? '', template: shown, ...own };
  });

const { tree } = fc.letrec<{ tree: JsonObject; group: JsonObject }>((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, input, tie('group')),
  group: fc
    .tuple(permission, fc.array(tie('tree'), { maxLength: 4 }))
    .map(([own, elements]) => ({ label: 'Group', template: 'section', elements, ...own })),
}));

const plain = fc.constantFrom<JsonValue>(null, '', 'x', 'y', '1', 1, '1.0', true, 0);
const row = fc.record(
  {
    id: fc.constantFrom('1', '2', '3'),
    p: plain,
    q: plain,
    extra: plain,
    inner: fc.constantFrom<JsonValue>(null, { r: 'x' }, { r: 'y' }, [{ r: 'x' }]),
  },
  { requiredKeys: [] },
);
const odd = fc.constantFrom<JsonValue>([], {}, ['x'], { k: 'x' }, 'x', null);
const log = fc.record(
  {
    x: plain,
    y: plain,
    more: plain,
    deep: fc.oneof({ weight: 3, arbitrary: fc.record({ z: plain }) }, { weight: 1, arbitrary: odd }),
  },
  { requiredKeys: [] },
);

const record = fc.record(
  {
    a: fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: odd }),
    b: plain,
    b_model: plain,
    ref: plain,
    __ref: plain,
    ref_model: fc.constantFrom<JsonValue>('users', 'roles', null),
    photo: plain,
    log: fc.oneof({ weight: 4, arbitrary: log }, { weight: 1, arbitrary: odd }),
    rows: fc.oneof({ weight: 4, arbitrary: fc.array(row, { maxLength: 3 }) }, { weight: 1, arbitrary: odd }),
    other: fc.oneof(plain, odd),
    __proto__: plain,
    constructor: plain,
    outside: fc.oneof({ weight: 4, arbitrary: fc.record({ z: plain }) }, { weight: 1, arbitrary: odd }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

/** Takes some keys from the other record, as after an edit. */
const edits = fc.tuple(record, fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }));

function edited(before: JsonObject, [other, picks]: [JsonObject, boolean[]]): JsonObject {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(other)])];
  const from = (index: number): JsonObject => (picks[index % picks.length] ? other : before);
  return Object.fromEntries(
    keys.flatMap((key, index) => {
      const source = from(index);
      return Object.hasOwn(source, key) ? [[key, source[key] ?? null]] : [];
    }),
  );
}

export function anyMerge(operation: FormOperation): fc.Arbitrary<AnyMerge> {
  return fc
    .record({
      elements: fc.array(tree, { maxLength: 8 }),
      own: permission,
      beside: fc.constantFrom<JsonObject>(
        {},
        { is_editable: 1 },
        { is_editable: 0 },
        { user_has_edit_permission: true },
      ),
      base: record,
      mine: edits,
      theirs: edits,
    })
    .map(({ elements, own, beside, base, mine, theirs }) => {
      const { outside, ...values } = edited(base, theirs);
      const content = answer(
        {},
        { elements: [...elements, submit('save_progress', 'Save', { permission: 2 })], ...own },
      );
      const data = { leads: { id: '17', ...values }, ...(outside === undefined ? {} : { outside }) };
      const form = read({ ...content, is_editable: null, ...beside, data }, operation);
      return { form, base: { id: '17', ...base }, mine: { id: '17', ...edited(base, mine) } };
    });
}
