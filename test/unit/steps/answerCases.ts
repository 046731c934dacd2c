import { readRecordForm } from '../../../src/service/documented/form/readForm.ts';
import { JsonFragmentCache } from '../../../src/service/documented/http/jsonFragmentCache.ts';
import { multipart } from '../../../src/service/documented/http/multipart.ts';
import { parseAnswer } from '../../../src/service/documented/http/understandAnswer.ts';
import { readPage } from '../../../src/service/documented/list/readPage.ts';
import { textOfHtml } from '../../../src/service/documented/textOfHtml.ts';
import { controllerInAddress } from '../../../src/service/documented/readController.ts';
import { readServiceMessages } from '../../../src/service/documented/readServiceMessages.ts';
import { KnownSecrets } from '../../../src/model/connection/knownSecrets.ts';
import { controllerName } from '../../../src/model/controller.ts';
import { changedUnits } from '../../../src/model/draft/changeUnits.ts';
import { recordText, textValues } from '../../../src/model/draft/recordText.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { recordSchema } from '../../../src/model/schema/recordSchema.ts';
import { type Cases, fullOf, times } from './cases.ts';

const controller = controllerName('crm', 'leads');
const url = new URL('https://a.example/crm/leads/view');

function parsed(text: string, type = 'application/json', memory?: JsonFragmentCache): unknown {
  return parseAnswer({ header: () => type, body: Buffer.from(text), url, status: 200 }, memory);
}

/** Opens a record, formats it as text and compares it: everything before the user types. */
function opened(answer: JsonObject): unknown {
  const form = readRecordForm(answer, { controller, operation: 'edit', id: '17' });
  const values = textValues(form);
  return [recordText(values, ''), recordSchema(form), changedUnits(form, form.values, { ...values, other: '1' })];
}

/** As many items as add up to that many characters. */
function many<T>(letters: number, each: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.floor(letters / each) }, (_, index) => make(index));
}

const record = (values: JsonObject, more: JsonObject = {}): JsonObject => ({
  data: { leads: { id: '17', ...values } },
  id: '17',
  errors: [],
  ...more,
});
const named = (key: string): JsonObject => ({ name: ['leads', key], label: key, template: 'text', permission: 2 });
const page = (header: JsonObject[], data: JsonObject[]): unknown =>
  readPage({ paginate: { header, data } }, {}, { doing: 'read', stage: 'read' });

export const cases: Cases = {
  ...fullOf('an answer', ['<title', ' ', '\\u005f', '1', '['], (text) => [
    parsed(text),
    parsed(`<${text}`),
    parsed(`{"a":"${text}"}`),
    parsed(`{"a":[${text}1]}`),
  ]),
  ...fullOf('a header', [' ', '"'], (text) => parsed('{}', `text/plain;${text}`)),
  ...fullOf('HTML', ['<script', '<style>a</style', '<a', '&amp;', ' \n'], (text) => textOfHtml(text, text.length)),
  ...fullOf('what is said', ['a[', '<b>'], (text) => [
    readServiceMessages([text, { field: text, message: text }, { [text]: text }]),
    controllerInAddress(text),
  ]),
  ...fullOf('what may hold a secret', ['%25', '&#x25;', String.raw`\\u0025`, 'Secret-0123456789 '], (text) => {
    const secrets = new KnownSecrets();
    secrets.add('Secret-0123456789', 'another one of 40 letters 0123456789 abc');
    return secrets.redact(text);
  }),
  'an answer with parts like those before it': (letters) => {
    const memory = new JsonFragmentCache();
    const first = `{"form":${'['.repeat(letters / 4)}${']'.repeat(letters / 4)}}`;
    // a common prefix, so that a search compares to the end of its pattern
    const second = `{"form":[${times('"form":[]]]]', letters / 2)}${']'.repeat(letters / 2)}`;
    return () => [
      parsed(first, undefined, memory),
      parsed(second, undefined, memory),
      parsed(first, undefined, memory),
    ];
  },
  'a form to be sent': (letters) => {
    const entries = many(letters, 20, (index) => [`data[leads][a"${index}]`, '\r\n'] as const);
    return () => multipart(entries);
  },
  'a page of many records': (letters) => {
    const rows = many(letters, 20, (index) => ({ 'leads.id': String(index) }));
    return () => page([{ column_name: 'leads.id', data_type: 'INT' }], rows);
  },
  'a page of records that are all different': (letters) => {
    const keys = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
    const rows = many(letters, 20, (index) => ({ [keys[index % 7]!]: '1', id: String(index) }));
    // columns that aren't declared are found in a sample of the rows, so their number could differ
    const header = ['id', ...keys].map((key) => ({ column_name: key }));
    return () => page(header, rows);
  },
  'a page of many columns': (letters) => {
    const keys = many(letters, 200, (index) => `leads.column_${index}`);
    return () =>
      page(
        keys.map((key) => ({ column_name: key, label: key })),
        [Object.fromEntries(keys.map((key) => [key, '1']))],
      );
  },
  'a record of many values': (letters) => {
    const values = Object.fromEntries(many(letters, 500, (index) => [`field_${index}`, '1']));
    return () => opened(record(values));
  },
  'a record with one long value': (letters) => {
    const text = times('a\\"\n', letters);
    return () => opened(record({ notes: text }, { form: { permission: 2, elements: [named('notes')] } }));
  },
  'a record with a long list': (letters) => {
    const rows = many(letters, 40, (index) => ({ id: String(index), name: 'a' }));
    return () => opened(record({ rows }));
  },
  'a form of many elements': (letters) => {
    const elements = many(letters, 500, (index) => named(`field_${index}`));
    return () => opened(record({}, { form: { permission: 2, elements } }));
  },
  'a form with many choices': (letters) => {
    const options = many(letters, 30, (index) => ({ value: String(index), text: `Choice ${index}` }));
    return () => opened(record({ a: '1' }, { form: { permission: 2, elements: [{ ...named('a'), options }] } }));
  },
  'a form with many rules': (letters) => {
    const filterRules = Object.fromEntries(
      many(letters, 500, (index) => [
        `field_${index}`,
        [{ rule: 'notEmpty', message: 'No' }, ` a = ( ${' '.repeat(100)}`],
      ]),
    );
    const elements = Object.keys(filterRules).map(named);
    return () => opened(record({}, { filterRules, notEmptyField: filterRules, form: { permission: 2, elements } }));
  },
};
