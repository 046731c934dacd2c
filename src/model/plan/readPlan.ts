import { t } from '@vscode/l10n';
import { parseControllerName } from '../controller.ts';
import { UserFacingError } from '../errors.ts';
import { duplicateKey, parseJson } from '../exactJson.ts';
import { formatNumber } from '../formatNumber.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { FirstIndexes } from '../firstIndexes.ts';
import { canonicalId } from '../recordKey.ts';
import { type PlanField, type PlanHead, type PlanOperation, planVersion } from './recordPlan.ts';

/** Why a plan can't be used: one sentence with the line number. */
export class PlanProblem extends UserFacingError {
  /** 1-based. */
  readonly line: number;

  constructor(line: number, why: string, remedy?: string) {
    const what = remedy ?? t('Fix it there, or restore an earlier version of the file.');
    super(t('Could not read line {0} of the plan: {1}. {2}', formatNumber(line), why, what));
    this.name = 'PlanProblem';
    this.line = line;
  }
}

export interface OperationInLine {
  /** First line, 1-based. */
  readonly line: number;
  readonly operation: PlanOperation;
}

/** Reads a complete plan. */
export function readPlan(text: string): { readonly head: PlanHead; readonly operations: readonly OperationInLine[] } {
  const reader = new PlanReader();
  const operations = [...reader.parse(text)];
  return { head: reader.end(), operations };
}

/** Max size of the head and of one operation, in characters. */
const longestHead = 100_000;
const longestOperation = 16_000_000;
/** Max nesting: deeper values can't be serialized, because that is recursive. */
const deepest = 1_000;

type Stage = 'start' | 'head' | 'operations' | 'after' | 'done';

/**
 * Streaming parser for plans, independent of line breaks: a plan may be hand-written or reformatted. Never holds the
 * whole text.
 */
export class PlanReader {
  #stage: Stage = 'start';
  #head: PlanHead | undefined;
  /** Line of each id; undefined if the plan was already checked in an earlier pass. */
  readonly #lines: FirstIndexes | undefined;
  #line = 1;
  /** Text of the current part. */
  #held = '';
  #from = 1;
  #depth = 0;
  /** Of the current part, outside strings. */
  #colons = 0;
  #isText = false;
  #isEscaped = false;
  /** In the head: offset of the last top-level string, and the current key. */
  #textAt = 0;
  #key = '';
  /** An operation has just ended without a comma after it. */
  #isAfterOne = false;

  constructor(isReadAgain = false) {
    this.#lines = isReadAgain ? undefined : new FirstIndexes();
  }

  /** Known before the first operation. */
  get head(): PlanHead | undefined {
    return this.#head;
  }

  *parse(piece: string): Generator<OperationInLine, void, void> {
    this.#assertDecoded(piece);
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const letter = piece[at] ?? '';
      if (letter === '\n') this.#line += 1;
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (letter === '\\') this.#isEscaped = true;
        else if (letter === '"') this.#isText = false;
        continue;
      }
      if (this.#depth === 0) {
        if (this.#isOpening(letter)) from = at;
        continue;
      }
      if (letter === '"') {
        this.#isText = true;
        if (this.#stage === 'head' && this.#depth === 1) this.#textAt = this.#held.length + at - from;
      } else if (letter === ':') {
        this.#colons += 1;
        if (this.#stage !== 'head' || this.#depth > 1) continue;
        const start = from + this.#textAt - this.#held.length;
        const before = start < from ? this.#held.slice(this.#textAt) : '';
        this.#key = (before + piece.slice(Math.max(start, from), at)).trim();
      } else if (letter === '[' && this.#depth === 1 && this.#key === '"operations"' && this.#stage === 'head') {
        this.#takeHead(this.#held + piece.slice(from, at));
        from = at + 1;
      } else if (letter === '{' || letter === '[') {
        this.#depth += 1;
        if (this.#depth > deepest) throw this.#problem(t('it is nested too deeply'));
      } else if (letter === '}' || letter === ']') {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        if (this.#stage === 'head') throw this.#problem(t('it has no “operations” list'));
        yield this.#operation(this.#held + piece.slice(from, at + 1));
        this.#held = '';
      }
    }
    if (this.#depth > 0) this.#held += piece.slice(from);
    if (this.#held.length > (this.#stage === 'head' ? longestHead : longestOperation))
      throw new PlanProblem(this.#from, t('the entry that starts there is never closed'));
  }

  end(): PlanHead {
    if (this.#stage === 'done' && this.#head) return this.#head;
    throw this.#stage === 'start'
      ? this.#problem(t('the file is empty'))
      : new PlanProblem(this.#line, t('the file is truncated there'));
  }

  /** An editor that opened the file with the wrong encoding inserts this character for undecodable bytes. */
  #assertDecoded(piece: string): void {
    const at = piece.indexOf('\uFFFD');
    if (at < 0) return;
    throw new PlanProblem(
      this.#line + piece.slice(0, at).split('\n').length - 1,
      t('a character was replaced by “�” because the file was opened or saved in the wrong encoding'),
      t('Restore the character and save the file as UTF-8; write \\ufffd if you mean “�” itself.'),
    );
  }

  /** Handles text between the head and the operations. True if one of them starts. */
  #isOpening(letter: string): boolean {
    // JSON whitespace, and the byte order mark
    if (' \t\r\n\uFEFF'.includes(letter)) return false;
    this.#from = this.#line;
    if (letter === '{' && (this.#stage === 'start' || (this.#stage === 'operations' && !this.#isAfterOne))) {
      if (this.#stage === 'start') this.#stage = 'head';
      this.#depth = 1;
      return true;
    }
    if (this.#stage === 'operations' && letter === ',' && this.#isAfterOne) this.#isAfterOne = false;
    else if (this.#stage === 'operations' && letter === ']') this.#stage = 'after';
    else if (this.#stage === 'after' && letter === '}') this.#stage = 'done';
    else if (this.#stage === 'after' && letter === ',')
      throw this.#problem(t('“operations” must be the last entry of the plan'));
    else throw this.#problem(this.#stage === 'start' ? t('it is not a JSON object') : t('it is not valid JSON'));
    return false;
  }

  #takeHead(text: string): void {
    this.#head = this.#readHead(this.#parse(`${text}[]}`));
    this.#stage = 'operations';
    this.#depth = 0;
    this.#held = '';
  }

  #readHead(entries: JsonObject): PlanHead {
    const version = own(entries, 'recordplan');
    if (version !== planVersion)
      throw typeof version === 'number' && version > planVersion
        ? this.#problem(
            t('it was created by a newer version of Recordbench'),
            t('Update Recordbench, then open it again.'),
          )
        : this.#problem(t('it is not a plan: “recordplan” must be {0}', planVersion));
    const text = (key: string, isOptional = false): string => {
      const value = own(entries, key);
      if (typeof value === 'string') return value;
      if (isOptional && value === undefined) return '';
      throw this.#problem(t('“{0}” must be a string', key));
    };
    const controller = parseControllerName(text('controller'));
    if (!controller) throw this.#problem(t('“controller” must be a name such as crm/leads'));
    return {
      connection: text('connection'),
      address: text('address'),
      controller,
      madeBy: text('madeBy', true),
      madeAt: text('madeAt', true),
      why: text('why', true),
    };
  }

  #operation(text: string): OperationInLine {
    const entries = this.#parse(text);
    const line = this.#from;
    const operation = this.#readOperation(entries);
    if (operation.do !== 'add') {
      const before = this.#lines?.addIfNew(canonicalId(operation.id), line);
      if (before !== undefined)
        throw this.#problem(t('record {0} also appears in line {1}', short(operation.id), formatNumber(before)));
    }
    this.#isAfterOne = true;
    return { line, operation };
  }

  #readOperation(entries: JsonObject): PlanOperation {
    const action = own(entries, 'do');
    const name = own(entries, 'name') ?? '';
    if (typeof name !== 'string') throw this.#problem(t('“{0}” must be a string', 'name'));
    if (action === 'add') {
      this.#assertKnown(entries, ['do', 'name', 'fields']);
      return { do: action, name, fields: this.#fields(entries, false) };
    }
    if (action === 'edit') {
      this.#assertKnown(entries, ['do', 'id', 'name', 'fields']);
      return { do: action, id: this.#id(entries), name, fields: this.#fields(entries, true) };
    }
    if (action !== 'delete') throw this.#problem(t('“do” must be “edit”, “add” or “delete”'));
    this.#assertKnown(entries, ['do', 'id', 'name', 'held']);
    const held = own(entries, 'held');
    if (!isObject(held)) throw this.#problem(t('“{0}” must be an object', 'held'));
    return { do: action, id: this.#id(entries), name, held };
  }

  #id(entries: JsonObject): string {
    const id = own(entries, 'id');
    const text = typeof id === 'number' ? String(id) : id;
    if (typeof text !== 'string' || text.trim() === '' || text.length > 1_000)
      throw this.#problem(t('“{0}” must be a string', 'id'));
    return text;
  }

  #fields(entries: JsonObject, isEdit: boolean): PlanField[] {
    const fields = own(entries, 'fields');
    if (!isObject(fields) || Object.keys(fields).length === 0)
      throw this.#problem(t('“{0}” must be an object', 'fields'));
    return Object.entries(fields).map(([field, given]) => {
      const has = (key: string): boolean => isObject(given) && Object.hasOwn(given, key);
      if (!isObject(given) || !has('becomes') || (isEdit && !has('was')))
        throw this.#problem(
          isEdit
            ? t('“{0}” must have “was” and “becomes”', short(field))
            : t('“{0}” must have “becomes”', short(field)),
        );
      const texts = ['becomesText', 'model', ...(isEdit ? ['wasText'] : [])];
      this.#assertKnown(given, ['becomes', ...texts, ...(isEdit ? ['was'] : [])]);
      for (const key of texts)
        if (has(key) && typeof given[key] !== 'string') throw this.#problem(t('“{0}” must be a string', key));
      const said = Object.fromEntries(texts.flatMap((key) => (has(key) ? [[key, given[key]]] : [])));
      return { field, was: own(given, 'was') ?? null, becomes: own(given, 'becomes') ?? null, ...said };
    });
  }

  /** Rejects unknown keys: a misspelled key could be an important one. */
  #assertKnown(entries: JsonObject, known: readonly string[]): void {
    const other = Object.keys(entries).find((key) => !known.includes(key));
    if (other !== undefined) throw this.#problem(t('“{0}” is not a known key there', short(other)));
  }

  #parse(text: string): JsonObject {
    let value: JsonValue | undefined;
    try {
      value = parseJson(text);
    } catch {
      throw this.#problem(t('it is not valid JSON'));
    }
    if (!isObject(value)) throw this.#problem(t('it is not a JSON object'));
    const key = duplicateKey(text, value, this.#colons);
    this.#colons = 0;
    // a reviewer could read the value that is dropped
    if (key !== undefined) throw this.#problem(t('“{0}” appears twice there', short(key)));
    return value;
  }

  #problem(why: string, remedy?: string): PlanProblem {
    return new PlanProblem(this.#from, why, remedy);
  }
}

/** Own properties only, not those of the prototype. */
function own(entries: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
