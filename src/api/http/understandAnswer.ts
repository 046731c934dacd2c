import { t } from '@vscode/l10n';
import type { ServiceError, ServiceMessage } from '../../model/errors.ts';
import { formatNumber } from '../../model/formatNumber.ts';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { readServiceMessages } from '../readServiceMessages.ts';
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

/** What only the one who asked can tell of an answer. */
export interface Judge {
  /** Whether errors of an answer are about single records, and so no refusal of the whole. */
  readonly isPartial?: (answer: JsonObject) => boolean;
  /** Whether the errors of a service that failed say for certain that nothing was written. */
  readonly isRefusal?: (errors: readonly ServiceMessage[]) => boolean;
}

/** Throws a ServiceError for whatever is no answer to what was asked. */
export function understandAnswer(
  attempt: failures.RequestStage,
  answer: Answer,
  memory: JsonFragmentCache,
  judge: Judge = {},
): Reply {
  const parsed = parseAnswer(answer, memory);
  const content = contentOf(parsed, attempt.stage !== 'read' && isGood(answer));
  const errors = content ? readServiceMessages(content['errors'] ?? content['error']) : [];
  const messages = content ? readServiceMessages(content['message']) : [];
  const { status } = answer;
  if (!isGood(answer))
    throw errors.length > 0
      ? withWords(
          failures.statusFailure(attempt, status, errors, true, status >= 500 && judge.isRefusal?.(errors)),
          messages,
        )
      : failures.statusFailure(attempt, status, otherWords(parsed, answer), false);
  if (!content) throw noContent(attempt, answer, parsed);
  if (errors.length > 0 && !judge.isPartial?.(content))
    throw withWords(failures.refusal(attempt, errors, status, ownStatus(content)), messages);
  return { answer: content, messages, url: urlOf(answer) };
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

export function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function contentOf(parsed: Parsed, isGoodWrite: boolean): JsonObject | undefined {
  if (parsed.kind === 'empty') return isGoodWrite ? {} : undefined;
  if (parsed.kind !== 'json') return undefined;
  if (isObject(parsed.value)) return parsed.value;
  return isGoodWrite ? bareAnswer(parsed.value) : undefined;
}

/** Where what was created can be found, else where the answer came from. */
function urlOf({ status, header, url }: Answer): URL {
  const location = status === 201 ? header('location') : undefined;
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
