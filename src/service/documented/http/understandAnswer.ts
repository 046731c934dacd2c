import { t } from '@vscode/l10n';
import type { ServiceError, ServiceMessage } from '../../../model/errors.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { readServiceErrors, readServiceMessages, type ServiceErrors } from '../readServiceMessages.ts';
import { effectOfAnswer, isGoodStatus } from './answerEffect.ts';
import { firstOf, nonBlank, asBoolean, asList, asNumber } from '../tolerant.ts';
import type { Answer } from './exchange.ts';
import * as failures from './failures.ts';
import { mostValues, type Parsed, parseAnswer } from './parseAnswer.ts';
import type { JsonFragmentCache } from './jsonFragmentCache.ts';

/** What the service said to a call that it did not refuse. */
export interface Reply {
  readonly answer: JsonObject;
  readonly messages: readonly ServiceMessage[];
  /** Where the answer came from when the service sent us on, or where it says that what was created is. */
  readonly url: URL;
}

/** What only the caller of a write knows about its answers. */
export interface Judge {
  /** Whether errors of an answer leave some of it done: those about single records, or beside a token. */
  readonly isPartial?: (answer: JsonObject) => boolean;
  /** Whether all errors are about fields that were sent. */
  readonly areAboutFields?: (errors: readonly ServiceMessage[]) => boolean;
  /** Set when the answer to an add names a record, with its id if that can be told from others. */
  readonly createdIn?: (reply: Pick<Reply, 'answer' | 'url'>) => { readonly id?: string | undefined } | undefined;
}

/** Throws a ServiceError for whatever is no answer to what was asked. */
export function understandAnswer(
  attempt: failures.RequestStage,
  answer: Answer,
  memory: JsonFragmentCache,
  judge: Judge = {},
): Reply {
  const parsed = parseAnswer(answer, memory);
  const { status } = answer;
  const isGood = isGoodStatus(status);
  const content = contentOf(parsed, attempt.kind !== undefined && isGood);
  const errors = readServiceErrors(content?.['errors'] ?? content?.['error']);
  const messages = content ? readServiceMessages(content['message']) : [];
  const url = urlOf(answer);
  const judged = judgmentOf(attempt, answer, content, errors, judge);
  if (!isGood)
    throw errors.messages.length > 0
      ? withWords(
          failures.statusFailure(attempt, status, errors.messages, true, judged, judged.isAboutFields),
          messages,
        )
      : failures.statusFailure(attempt, status, otherWords(parsed, answer), false, judged);
  if (!content) throw noContent(attempt, answer, parsed);
  // a read is good for what it holds, unless the service says what is wrong
  const hasErrors = attempt.kind === undefined ? errors.messages.length > 0 : errors.kind !== 'none';
  if (hasErrors && !judge.isPartial?.(content))
    throw withWords(failures.refusal(attempt, errors.messages, status, ownStatus(content), judged), messages);
  return { answer: content, messages, url };
}

function judgmentOf(
  { kind }: failures.RequestStage,
  answer: Answer,
  content: JsonObject = {},
  errors: ServiceErrors,
  judge: Judge,
): failures.Judgment & { readonly isAboutFields: boolean } {
  const isAboutFields = errors.messages.length > 0 && judge.areAboutFields?.(errors.messages) === true;
  if (kind === undefined) return { effect: 'unknown', isAboutFields };
  const created = judge.createdIn?.({ answer: content, url: urlOf(answer) });
  const { effect, isDoubtful } = effectOfAnswer({
    kind,
    statuses: [answer.status, asNumber(firstOf(content, ...statusKeys))],
    errors: errors.kind,
    isAboutFields,
    namesRecord: created !== undefined || answer.header('location') !== undefined,
  });
  const named = created?.id === undefined ? {} : { created: created.id };
  const isSettled = !isDoubtful || (kind === 'add' && created?.id === undefined);
  return { effect: effect === 'refused' ? effect : 'unknown', isAboutFields, ...(!isSettled && { doubt: named }) };
}

/** With what the service said beside its errors, and not in them. */
function withWords(error: ServiceError, messages: readonly ServiceMessage[]): ServiceError {
  const told = new Set(error.reasons.map(({ text }) => text));
  const said = messages.map(({ text }) => text).filter((text) => !told.has(text));
  return said.length === 0 ? error : error.reworded({ said });
}

/** Why it did not work, where a failing answer says so in other places than `errors`. */
function otherWords(parsed: Parsed, answer: Answer): ServiceMessage[] {
  const value = parsed.kind === 'json' ? parsed.value : undefined;
  const said = isObject(value) ? readServiceMessages(value['message']) : [];
  if (said.length > 0 || ownWords.has(answer.status)) return said;
  if (isObject(value)) return readServiceMessages(nonBlank(firstOf(value, ...reasonKeys)));
  if (parsed.kind === 'other') return readServiceMessages(lineOf(answer));
  return typeof value === 'number' ? [] : readServiceMessages(value);
}

/** One line to a person: anything longer was meant for whoever runs the service. */
function lineOf({ header, body }: Answer): string {
  const isShort = /^text\/plain\b/i.test(header('content-type') ?? '') && body.length <= 300;
  const line = isShort ? body.toString('utf8').trim() : '';
  return /[\n<{]/.test(line) ? '' : line;
}

/** Any server or gateway has a word of its own for these, which tells less than ours. */
const ownWords: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 410, 429, 500, 501, 502, 503, 504]);
const reasonKeys = ['detail', 'error_description', 'error_message', 'msg', 'reason', 'title'];

function noContent(attempt: failures.RequestStage, answer: Answer, parsed: Parsed): Error {
  switch (parsed.kind) {
    case 'webPage':
      return failures.webPage(attempt, parsed.title, answer.status);
    case 'other': {
      const what = t('JSON was expected, and the answer is something else ({0} bytes)', answer.body.length);
      return failures.unreadable(attempt, what);
    }
    case 'crowd':
      return failures.unreadable(
        attempt,
        t('it holds more than {0} values, which is more than can be read at once', formatNumber(mostValues)),
        t('Try another list view, or tell whoever runs the service.'),
      );
    case 'empty':
      return failures.unreadable(attempt, t('it is empty'));
    case 'json':
      return failures.unreadable(attempt, t('a JSON object was expected'));
  }
}

function contentOf(parsed: Parsed, isGoodWrite: boolean): JsonObject | undefined {
  if (parsed.kind === 'empty') return isGoodWrite ? {} : undefined;
  if (parsed.kind !== 'json') return undefined;
  if (isObject(parsed.value)) return parsed.value;
  return isGoodWrite ? bareAnswer(parsed.value) : undefined;
}

/** Where what was created can be found, else where the answer came from. */
function urlOf({ header, url }: Answer): URL {
  const location = header('location');
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : url;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a write is answered with is not shown, so it need not be an object: nothing, a word, a flag, the id of what was
 * added. A number is no id, since it may as well say that one record was written. Undefined for what means no, or nothing.
 */
function bareAnswer(value: JsonValue): JsonObject | undefined {
  if (value === null || value === true || (typeof value === 'number' && value > 0)) return {};
  if (typeof value === 'string' && /^\d{16,}$/.test(value)) return {};
  if (typeof value === 'string') return uuid.test(value) ? { id: value } : { message: value };
  if (!Array.isArray(value)) return undefined;
  const [only = {}, ...more] = value;
  return more.length === 0 && isObject(only) ? only : undefined;
}

const statusKeys = ['code', 'status', 'status_code', 'statusCode', 'http_code', 'http_status'];
const fieldKeys = ['field', 'field_name', 'fieldName', 'attribute', 'property', 'path', 'name', '__name'];
const meant = new Set([401, 403, 404, 410]);

/**
 * A service may send a refusal as a good answer and say only inside what it is. Its words are in some language; a
 * number, and the flag of a deleted record, are not.
 */
function ownStatus(answer: JsonObject): number | undefined {
  const entries = asList(answer['errors'] ?? answer['error']).filter(isObject);
  // what is about a field says nothing of the record
  const general = entries.filter((entry) => !fieldKeys.some((key) => Object.hasOwn(entry, key)));
  for (const holder of [answer, ...general]) {
    const found = asNumber(firstOf(holder, ...statusKeys));
    if (found !== undefined && meant.has(found)) return found;
  }
  return asBoolean(firstOf(answer, 'is_record_deleted')) === true ? 410 : undefined;
}
