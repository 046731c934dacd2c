import type { ServiceError, ServiceMessage } from '../../../model/errors.ts';
import { parseJson } from '../../../model/exactJson.ts';
import { formatNumber } from '../../../model/formatNumber.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { type ErrorsKind, readServiceErrors, readServiceMessages, type ServiceErrors } from '../readServiceMessages.ts';
import { firstOf, nonBlank, asBoolean, asList, asNumber } from '../tolerant.ts';
import type { Answer } from './exchange.ts';
import * as failures from './failures.ts';
import type { JsonFragmentCache } from './jsonFragmentCache.ts';
import { t } from '@vscode/l10n';
import { isUtf8 as isValidUtf8 } from 'node:buffer';

/** The service's response to a call that it accepted. */
export interface Reply {
  readonly answer: JsonObject;
  readonly messages: readonly ServiceMessage[];
  /** URL of the response after redirects, or the location of the created record. */
  readonly url: URL;
}

/** What only the caller of a write knows about its responses. */
export interface ReplyInterpreter {
  /** True if the write took effect partially despite errors: errors about single records, or next to a token. */
  readonly isPartial?: (answer: JsonObject) => boolean;
  /** True if all errors refer to submitted fields. */
  readonly areAboutFields?: (errors: readonly ServiceMessage[]) => boolean;
  /** Set if the response to an add names a record, with its id if it is unambiguous. */
  readonly createdIn?: (reply: Pick<Reply, 'answer' | 'url'>) => { readonly id?: string | undefined } | undefined;
}

/** Throws a ServiceError for anything that isn't a response to the request. */
export function decodeReply(
  attempt: failures.RequestStage,
  answer: Answer,
  memory: JsonFragmentCache,
  judge: ReplyInterpreter = {},
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
  // a read is usable unless the service reports what is wrong
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
  judge: ReplyInterpreter,
): failures.WriteOutcome & { readonly isAboutFields: boolean } {
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

/** The parts of a response that determine the effect of a write. */
interface AnsweredWrite {
  readonly kind: failures.WriteKind;
  /** Status of the response, and the one given in its body, if any. */
  readonly statuses: readonly [status: number, inBody?: number | undefined];
  readonly errors: ErrorsKind;
  /** True if each error refers to a field of the submitted form. */
  readonly isAboutFields?: boolean;
  /** True if the response has an id or a `Location`. */
  readonly namesRecord?: boolean;
}

/** `isDoubtful`: the record may have changed anyway, so it must be read. */
interface AnswerEffect {
  readonly effect: 'done' | 'refused' | 'unknown';
  readonly isDoubtful: boolean;
}

/** Determines the effect of a write from a response that could be parsed. */
function effectOfAnswer(write: AnsweredWrite): AnswerEffect {
  const { kind, statuses, errors, isAboutFields = false, namesRecord = false } = write;
  const [status] = statuses;
  const isGood = isGoodStatus(status);
  if (isGood && errors === 'none') return { effect: 'done', isDoubtful: false };
  const saysNo = isGood || (status >= 400 && status < 500 && status !== 408);
  if (kind === 'add') {
    // if the service creates the record and then fails, a retry would create a second one
    const mayBeCreated =
      namesRecord || (isGood && (status !== 200 || errors === 'blank')) || statuses.some(saysCreatedOrBroken);
    return { effect: saysNo && !mayBeCreated ? 'refused' : 'unknown', isDoubtful: namesRecord };
  }
  // not found may mean that the record is already deleted
  const isGoneNow = kind === 'delete' && (status === 404 || status === 410);
  const isDoubtful = isGood || isGoneNow || (status >= 500 && isAboutFields);
  return { effect: saysNo || status === 501 ? 'refused' : 'unknown', isDoubtful };
}

export function isGoodStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

function saysCreatedOrBroken(status: number | undefined): boolean {
  return status !== undefined && (status === 201 || status >= 500);
}

/** Adds the service's messages that aren't among its errors. */
function withWords(error: ServiceError, messages: readonly ServiceMessage[]): ServiceError {
  const reasons = new Set(error.reasons.map(({ text }) => text));
  const said = messages.map(({ text }) => text).filter((text) => !reasons.has(text));
  return said.length === 0 ? error : error.reworded({ said });
}

/** Reasons that a failure response gives outside `errors`. */
function otherWords(parsed: Parsed, answer: Answer): ServiceMessage[] {
  const value = parsed.kind === 'json' ? parsed.value : undefined;
  const said = isObject(value) ? readServiceMessages(value['message']) : [];
  if (said.length > 0 || ownWords.has(answer.status)) return said;
  if (isObject(value)) return readServiceMessages(nonBlank(firstOf(value, ...reasonKeys)));
  if (parsed.kind === 'other') return readServiceMessages(lineOf(answer));
  return typeof value === 'number' ? [] : readServiceMessages(value);
}

/** A one-line message to show to the user; longer text is meant for administrators. */
function lineOf({ header, body }: Answer): string {
  const isShort = /^text\/plain\b/i.test(header('content-type') ?? '') && body.length <= 300;
  const line = isShort ? body.toString('utf8').trim() : '';
  return /[\n<{]/.test(line) ? '' : line;
}

/** Servers and gateways have generic texts for these, which are less helpful than ours. */
const ownWords: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 410, 429, 500, 501, 502, 503, 504]);
const reasonKeys = ['detail', 'error_description', 'error_message', 'msg', 'reason', 'title'];

function noContent(attempt: failures.RequestStage, answer: Answer, parsed: Parsed): Error {
  switch (parsed.kind) {
    case 'webPage':
      return failures.webPage(attempt, parsed.title, answer.status);
    case 'other': {
      const what = t('it is not JSON ({0} bytes)', answer.body.length);
      return failures.unreadable(attempt, what);
    }
    case 'crowd':
      return failures.unreadable(
        attempt,
        t('it contains more than {0} values, which is more than can be read at once', formatNumber(maxValues)),
        t('Try another list view, or contact the service administrator.'),
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

/** The `Location` of the created record, or the URL of the response. */
function urlOf({ header, url }: Answer): URL {
  const location = header('location');
  return location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : url;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The interface doesn't document the response to a write, so it may not be an object: it may be empty, a word, a flag,
 * or the id of the added record. A number isn't an id, because it may be a count of written records. Returns undefined
 * for a negative or unusable response.
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
 * A service may return a rejection with a success status and the reason only in the body. Its texts may be in any
 * language, so only a number or the flag of a deleted record counts.
 */
function ownStatus(answer: JsonObject): number | undefined {
  const entries = asList(answer['errors'] ?? answer['error']).filter(isObject);
  // an error about a field says nothing about the record
  const general = entries.filter((entry) => !fieldKeys.some((key) => Object.hasOwn(entry, key)));
  for (const holder of [answer, ...general]) {
    const found = asNumber(firstOf(holder, ...statusKeys));
    if (found !== undefined && meant.has(found)) return found;
  }
  return asBoolean(firstOf(answer, 'is_record_deleted')) === true ? 410 : undefined;
}

/** 1,000 records of 60 columns have 60,000 values; this many take a few hundred megabytes of memory. */
const maxValues = 5_000_000;

/**
 * Response kinds, determined by content. The content type is unreliable: services send JSON as text/html and web pages
 * as JSON.
 */
type Parsed =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'empty' }
  | { readonly kind: 'webPage'; readonly title: string | undefined }
  /** Too many values to process. */
  | { readonly kind: 'crowd' }
  | { readonly kind: 'other' };

/** Not cached without a URL. */
type Content = Pick<Answer, 'header' | 'body'> & Partial<Pick<Answer, 'url' | 'status'>>;

export function parseAnswer(answer: Content, memory?: JsonFragmentCache): Parsed {
  if (hasMoreValues(answer.body, maxValues)) return { kind: 'crowd' };
  try {
    if (memory && answer.url && isLong(answer)) {
      return { kind: 'json', value: memory.parse(answer.url.pathname, answer.body, parsePieces) };
    }
    const text = decode(answer);
    const start = firstCharacter(text);
    if (start === '') return { kind: 'empty' };
    if (start === '<') return { kind: 'webPage', title: pageTitle(text) };
    const isAsBytes = isUtf8(charsetIn(answer.header('content-type')));
    return { kind: 'json', value: parseServiceJson(text, isAsBytes ? [answer.body] : undefined) };
  } catch {
    return { kind: 'other' };
  }
}

/** True for a long JSON object, which may be one of many similar records. */
function isLong({ body, header }: Content): boolean {
  return body.length > 4_000 && body[0] === 0x7b && isUtf8(charsetIn(header('content-type')));
}

function parsePieces(pieces: readonly (Buffer | string)[]): JsonValue {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : utf8Text(piece))).join('');
  return parseServiceJson(
    text,
    pieces.filter((piece) => typeof piece !== 'string'),
  );
}

/** Drops `__proto__` keys: no field is called that, and copying one would change the copy's prototype. */
export function parseServiceJson(text: string, bytes: readonly Buffer[] = [Buffer.from(text)]): JsonValue {
  const revive = bytes.some(mayHoldProto) ? withoutProto : undefined;
  return bytes.some(mayHoldLongNumber) ? parseJson(text, revive) : (JSON.parse(text, revive) as JsonValue);
}

const withoutProto = (key: string, value: JsonValue): JsonValue | undefined =>
  key === '__proto__' ? undefined : value;

/** Searches the bytes, which is many times faster than searching the text. A key may contain escaped letters. */
function mayHoldProto(bytes: Buffer): boolean {
  if (bytes.includes('proto__')) return true;
  return bytes.includes('\\u00') && ['\\u005', '\\u006', '\\u007'].some((escape) => bytes.includes(escape));
}

/** True if there may be 16 consecutive digits outside a string; `parseJson` checks exactly. */
function mayHoldLongNumber(bytes: Buffer): boolean {
  const last = bytes.length - 8;
  let at = 8;
  // any run of 16 includes one of these offsets and its neighbors on one side
  for (; at < last; at += 16)
    if (
      isDigitOrPoint(bytes[at]) &&
      ((isDigitOrPoint(bytes[at - 4]) && isDigitOrPoint(bytes[at - 8])) ||
        (isDigitOrPoint(bytes[at + 4]) && isDigitOrPoint(bytes[at + 8]))) &&
      isLongRow(bytes, at)
    )
      return true;
  return isLongRow(bytes, Math.min(at, bytes.length));
}

function isLongRow(bytes: Buffer, at: number): boolean {
  let [start, end] = [at, at];
  // limited, because a text may contain a million digits
  while (start > 0 && isDigitOrPoint(bytes[start - 1]) && at - start < 400) start--;
  while (end < bytes.length && isDigitOrPoint(bytes[end]) && end - at < 400) end++;
  return end - start >= 16 && bytes[start - 1] !== quote && bytes[end] !== quote;
}

/**
 * True for a digit, a point, or the slash between them in ASCII. A single comparison, because it runs for every
 * sixteenth byte.
 */
function isDigitOrPoint(byte: number | undefined): boolean {
  return ((byte as number) - 0x2e) >>> 0 < 12;
}

function decode(answer: Content): string {
  const charset = charsetIn(answer.header('content-type'));
  // the usual case, and Buffer is faster than TextDecoder
  if (isUtf8(charset)) return withoutMark(utf8Text(answer.body));
  try {
    return withoutMark(new TextDecoder(charset).decode(answer.body));
  } catch {
    return withoutMark(utf8Text(answer.body));
  }
}

/** Replaces invalid UTF-8 with a lone surrogate: it also renders as �, but a save can't send it back as a character. */
function utf8Text(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') && !isValidUtf8(bytes) ? text.replaceAll('\uFFFD', '\uDFFD') : text;
}

function charsetIn(contentType: string | undefined): string | undefined {
  return /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
}

function isUtf8(charset: string | undefined): charset is undefined | 'utf-8' | 'utf8' {
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function firstCharacter(text: string): string {
  return /\S/.exec(text)?.[0] ?? '';
}

function pageTitle(html: string): string | undefined {
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(html.slice(0, 20_000))?.[1]?.replace(/\s+/g, ' ').trim();
  return title || undefined;
}

const [quote, backslash, comma, brace, bracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/**
 * True if JSON contains more values than `max`: arrays, objects and comma-separated items. Counts bytes before
 * parsing: a hundred megabytes of `{},{},` take gigabytes once parsed.
 */
export function hasMoreValues(json: Uint8Array, max: number): boolean {
  // each value takes at least one character and a comma
  if (json.length < max * 2) return false;
  return marksIn(json) > max && valuesIn(json, max) > max;
}

/** Also counts marks inside strings, so it can only overestimate; ignoring string boundaries is many times faster. */
function marksIn(json: Uint8Array): number {
  const isMark = new Uint8Array(256);
  for (const mark of [comma, brace, bracket]) isMark[mark] = 1;
  let count = 0;
  for (let at = 0; at < json.length; at++) count += isMark[json[at] as number] as number;
  return count;
}

/** Stops counting once the limit is exceeded. */
function valuesIn(json: Uint8Array, max: number): number {
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length && count <= max; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma || byte === brace || byte === bracket) count += 1;
  }
  return count;
}

/**
 * Parses metadata that a database stores as text and the service sends as a JSON string; text that isn't JSON is
 * ignored.
 */
export function fromText(source: JsonValue | undefined): JsonValue | undefined {
  if (typeof source !== 'string' || !/^\s*[[{]/.test(source)) return source;
  try {
    return parseServiceJson(source);
  } catch {
    return undefined;
  }
}

/** Does the same for an object and its direct members under these keys. */
export function fromTexts(source: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  const value = fromText(source);
  if (!isObject(value)) return value;
  const texts = keys.filter((key) => typeof value[key] === 'string');
  if (texts.length === 0) return value;
  return { ...value, ...Object.fromEntries(texts.map((key) => [key, fromText(value[key]) ?? null])) };
}
