import type { FormElement } from '../../../src/model/form/formElement.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { FormFailure, FormStart } from '../../../src/features/form/formProtocol.ts';
import { longFormStart } from '../../bench/longForm.ts';
import { asElements, field, group, readOnly, rows, startOf, troubled } from '../formSamples.ts';
import { arabicName, hebrewName, longSentence, longWord, now, type SheetState, type StateName } from './sheetState.ts';

interface FormWindow {
  readonly formStart: FormStart;
  readonly formFailure?: FormFailure;
  readonly isDeafAtFirst?: boolean;
}

function form(state: StateName, received: Partial<FormWindow>, part?: string): SheetState {
  const waitsFor = received.formFailure ? '.failure-page' : received.isDeafAtFirst ? 'h1' : '.scroller h1';
  return {
    page: received.formFailure ? 'failure page' : 'form',
    state,
    ...(part && { part }),
    show: async (view) => {
      await view.page.addInitScript(`Object.assign(window, ${JSON.stringify({ formStart: startOf(), ...received })})`);
      await view.open({ page: 'form' });
      await view.page.locator(waitsFor).first().waitFor();
    },
  };
}

const failure: FormFailure = {
  sentence: 'Could not open record 17 of crm/leads: the connection was refused. Check that the service runs.',
  outlook: 'The form opens automatically once the record can be read.',
  actions: ['retry', 'setToken', 'startDemo', 'addConnection', 'showLog'],
};

/** Fields of every kind, all with the same name and value. */
function called(name: string): { elements: FormElement[]; values: JsonObject } {
  const options = [{ value: 'a', text: name }];
  const fields = [
    field('name', 'text', { label: name, required: true, help: name, placeholder: name }),
    field('stage', 'choice', { label: name, options }),
    field('tags', 'choices', { label: name, options }),
    field('notes', 'longText', { label: name, help: name }),
    field('owner_id', 'reference', { label: name, reference: { model: 'Users' } }),
    field('active', 'boolean', { label: name, help: name }),
    field('card', 'file', { label: name }),
    field('score', 'text', { ...readOnly, label: name }),
    field('born', 'date', { label: name }),
  ];
  const values = {
    name,
    stage: 'a',
    tags: ['a'],
    notes: `${name}\n${name}`,
    owner_id: '4',
    __owner_id: name,
    owner_id_model: 'Users',
    active: '1',
    card: `${name}.png`,
    score: name,
    born: '1990-02-03',
    phones: [{ number: name, kind: name }],
  };
  const phones = rows(
    name,
    [
      field('number', 'text', { at: ['phones', 'number'], label: name }),
      field('kind', 'text', { at: ['phones', 'kind'], label: name }),
    ],
    name,
  );
  return { elements: [group(name, asElements(fields), { splitLayout: true }), phones], values };
}

function startCalled(name: string): FormStart {
  const { elements, values } = called(name);
  const file = { at: ['card'], value: `${name}.png`, name: `${name}.png`, size: 1_234_567, canPreview: true };
  const facts = ['Stage', 'Owner', 'Modified'].map(() => ({ label: name, parts: [name] }));
  return startOf({
    form: {
      elements,
      otherFields: [],
      files: [{ ...file, location: 'elsewhere', host: 'cdn.example.com' }],
      heading: { name, facts },
      buttons: [
        { index: 0, label: name, isSave: false },
        { index: 1, label: name, isSave: true },
      ],
      related: [{ name: 'deals', label: name, kind: 'hasMany', controller: 'crm/deals', count: 3 }],
    },
    state: {
      values,
      isDirty: true,
      changed: ['leads.name', 'leads.active'],
      problems: [{ tone: 'error', text: name, key: 'leads.name' }],
      notes: [{ tone: 'info', text: name }],
      news: { text: name, actions: ['reload', 'compare'] },
    },
  });
}

const { seenAt: _, problems = [], conflicts = [], ...calm } = troubled;
/** Old restored values, two of which another user has changed since. */
const restored = {
  isDirty: true,
  changed: ['leads.name', 'leads.stage', 'leads.born'],
  conflicts: [
    { key: 'leads.name', label: 'Name', original: 'Mira Sen', mine: 'Mira Bose', theirs: 'Mira Sen-Gupta' },
    { key: 'leads.stage', label: 'Stage', original: 'New', mine: 'Won', theirs: '' },
  ],
};
const reference = field('owner_id', 'reference', { label: 'Owner', reference: { model: 'Users' } });

export const formStates: readonly SheetState[] = [
  form('as usual', {}),
  form('as usual', { formStart: startOf({ isNew: true, state: { values: {} } }) }, 'a new one'),
  form('nothing', {
    formStart: startOf({ form: { elements: [], otherFields: [], buttons: [], related: [] }, state: { values: {} } }),
  }),
  form('one', { formStart: startOf({ form: { elements: asElements([reference]), otherFields: [], related: [] } }) }),
  form('very many', { formStart: longFormStart(400) }),
  form('very long', { formStart: startCalled(longSentence) }, 'sentences'),
  form('very long', { formStart: startCalled(longWord) }, 'words'),
  form('right to left', { formStart: startCalled(hebrewName) }, 'Hebrew'),
  form('right to left', { formStart: startCalled(arabicName) }, 'Arabic'),
  form('loading', { isDeafAtFirst: true }),
  form('service gone', { formStart: startOf({ state: { seenAt: now - 300_000 } }) }),
  form('may not', {
    formStart: startOf({
      form: {
        isDeleted: true,
        whyNot: { edit: 'Lost: only Reopen is possible.', delete: "You don't have permission to delete this record." },
      },
      state: { lock: 'Lost: only Reopen is possible.' },
    }),
  }),
  form('refused', { formStart: startOf({ state: { ...calm, problems } }) }),
  form('conflict', { formStart: startOf({ state: { ...calm, conflicts } }) }),
  form('conflict', { formStart: startOf({ state: restored }) }, 'restored'),
  form('service gone', { formFailure: failure }),
  form('may not', {
    formFailure: {
      ...failure,
      sentence:
        'Could not open record 17 of crm/leads: this user has no permission. Ask an administrator of the service for access.',
      actions: ['showLog'],
    },
  }),
  form('very long', { formFailure: { ...failure, sentence: longSentence.repeat(3), outlook: longWord } }),
  form('right to left', { formFailure: { ...failure, sentence: hebrewName, outlook: arabicName } }),
];
