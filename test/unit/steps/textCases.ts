import { encodeId, parseAddress } from '../../../src/model/address/address.ts';
import { outsideAddress } from '../../../src/model/address/outsideAddress.ts';
import { readLink } from '../../../src/model/address/recordsLink.ts';
import { serviceLinksIn } from '../../../src/model/address/serviceLinks.ts';
import { idsIn, linksIn } from '../../../src/model/address/linksInText.ts';
import { connectionId, readBaseUrl } from '../../../src/model/connection/connection.ts';
import { controllerName, parseControllerName } from '../../../src/model/controller.ts';
import { controllersOfModel } from '../../../src/model/controllersOfModel.ts';
import { jsonProblem } from '../../../src/model/draft/jsonProblem.ts';
import { referencesInText } from '../../../src/model/draft/referencesInText.ts';
import { readRecordText } from '../../../src/model/draft/recordText.ts';
import { withValues } from '../../../src/model/draft/textEdit.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { escapeFormulas, unescapeFormulas } from '../../../src/model/export/formulaEscape.ts';
import { parseFieldName } from '../../../src/model/form/fieldPath.ts';
import { comparableText } from '../../../src/model/form/fieldValue.ts';
import { isMail } from '../../../src/model/form/validation.ts';
import { parseJson, plainDecimal } from '../../../src/model/exactJson.ts';
import { checkQuery, isPlainFind } from '../../../src/service/documented/findQuery.ts';
import { readStaged } from '../../../src/model/list/stagedCells.ts';
import { curlCommand, curlShells } from '../../../src/model/curlCommand.ts';
import { withoutSecretParameters } from '../../../src/model/requestTrace.ts';
import { parseNumber } from '../../../src/features/table/page/chart/data/chartNumber.ts';
import { parseTime } from '../../../src/features/table/page/chart/data/timeLabel.ts';
import { momentFormats } from '../../../src/model/form/moment.ts';
import { storedChoices } from '../../../src/model/form/choices.ts';
import { type Cases, fullOf, times } from './cases.ts';

const leads = controllerName('crm', 'leads');
const own = 'records://demo/crm/leads/17.record.json';
const uuid = '123e4567-e89b-12d3-a456-426614174000';
const service = { id: 'a', baseUrl: 'https://a.example' };

function edited(text: string): unknown {
  return [
    readRecordText(text),
    jsonProblem(text),
    withValues(text, [{ at: ['b'], value: 3 }]),
    readStaged(text),
    referencesInText(text),
    checkQuery(text, ['a']),
  ];
}

export const cases: Cases = {
  ...fullOf(
    'a document',
    [
      'x://recordbench.recordbench/open/a/b/c/d.listview?query=',
      'records://a/b/',
      'a.',
      'crm/leads/1',
      `${uuid} ${own} crm/leads/17 `,
    ],
    (text) => idsIn(text, [leads], linksIn(text, isPlainFind)),
  ),
  ...fullOf('a document', [service.baseUrl, `${service.baseUrl}/crm/leads/view?.`], (text) =>
    serviceLinksIn(text, [service]),
  ),
  ...fullOf('a JSON list', ['12345678901234567,', '"12345678901234567 ",', String.raw`"\\\"",`], (text) =>
    parseJson(`[${text}1]`),
  ),
  ...fullOf('a JSON number', ['1', ' '], (text) => parseJson(`[1234567890123456${text}]`)),
  ...fullOf('a JSON text', [String.raw`\\`], (text) => parseJson(`["${text}",12345678901234567]`)),
  ...fullOf('a JSON object', ['"a": 1,\n'], (text) => edited(`{${text}"b": 2}`)),
  ...fullOf('a text that is no JSON', ['"', '{"b":'], (text) => edited(`{${text}}`)),
  ...fullOf('a number', ['0', ' ', '1.'], (text) => [
    plainDecimal(`0.${text}1`),
    ...['number', 'date', 'dateTime', 'time'].flatMap((kind) =>
      [text, `1${text}x`, `0.${text}`, `2020-01-01 ${text}x`, `10:00:00.${text}x`].map((one) =>
        comparableText(one, kind as 'number'),
      ),
    ),
    ...[parseNumber, parseTime, momentFormats].map((read) => read(text)),
    storedChoices({ options: [{ value: '1', text: '1' }] }, text),
  ]),
  ...fullOf('a name', ['@a.', '][', '/'], (text) => [
    isMail(text),
    parseFieldName(text),
    controllersOfModel(text, [leads]),
    connectionId(text, []),
    encodeId(text),
    parseControllerName(text),
  ]),
  ...fullOf('an address', ['/', '=41', '&a='], (text) => [
    parseAddress({ authority: 'demo', path: `/crm/leads/${text}` }),
    readLink({ path: `/open/a/${text}`, query: '' }, isPlainFind),
    outsideAddress(`https://a.example/${text}`),
    readBaseUrl(`a.example/${text}`),
    withoutSecretParameters(text),
    ...curlShells.map((shell) => curlCommand(shell, { address: `https://a.example/${text}` })),
  ]),
  ...fullOf('a sentence', ['.', '. ', ' \n'], (text) => [
    new ServiceError('refused', { doing: text, why: `${text}x${text}` }),
    escapeFormulas(text),
    unescapeFormulas(text),
    escapeFormulas(`${text}=`),
  ]),
  'a number of many digits': (letters) => {
    const text = times('9', letters);
    return () => [comparableText(`-${text}`, 'number'), plainDecimal(text)];
  },
};
