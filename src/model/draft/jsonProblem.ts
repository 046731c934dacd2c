import { t } from '@vscode/l10n';
import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Why a text isn't valid JSON, and where. */
export interface JsonProblem {
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** One sentence for a user who doesn't know JSON. */
  readonly sentence: string;
}

/** Returns undefined for valid JSON. Only `JSON.parse` decides: no other parser is as fast or as strict. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const { offset, sentence } = firstFault(text);
    return { offset, line: text.slice(0, offset).split(/\r\n|\r|\n/).length, sentence };
  }
}

interface Fault {
  readonly offset: number;
  readonly sentence: string;
}

function firstFault(text: string): Fault {
  const finder = new FaultFinder(text);
  try {
    visit(text, finder, { disallowComments: true });
  } catch (error) {
    // the parser is recursive
    if (error instanceof RangeError) return { offset: 0, sentence: t('The JSON is nested too deeply.') };
    if (error !== finder) throw error;
  }
  return finder.fault ?? { offset: text.length, sentence: valueExpected() };
}

/** Visits the parse events up to the first error and says what was expected there. */
class FaultFinder implements JSONVisitor {
  readonly #text: string;
  /** Open brackets, innermost last. */
  readonly #holders: ('{' | '[')[] = [];
  #next: 'value' | 'key' | 'colon' | 'comma' = 'value';
  fault: Fault | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  readonly onObjectBegin = (): void => this.#open('{');
  readonly onArrayBegin = (): void => this.#open('[');
  readonly onObjectEnd = (offset: number): void => this.#close(offset);
  readonly onArrayEnd = (offset: number): void => this.#close(offset);
  readonly onObjectProperty = (): void => void (this.#next = 'colon');
  readonly onLiteralValue = (): void => void (this.#next = 'comma');
  readonly onSeparator = (sign: string): void => {
    this.#next = sign === ',' && this.#holders.at(-1) === '{' ? 'key' : 'value';
  };

  readonly onError = (code: ParseErrorCode, offset: number, length: number): void => {
    const isText = this.#text[offset] === '"' && (this.#next === 'value' || this.#next === 'key');
    this.fault = (isText ? this.#inText(code, offset, offset + length) : undefined) ?? this.#outsideText(offset);
    // stops the parser, which would continue to the end
    throw this;
  };

  #open(holder: '{' | '['): void {
    this.#holders.push(holder);
    this.#next = holder === '{' ? 'key' : 'value';
  }

  /** At the end of the text, the parser closes open brackets itself and reports that as an error. */
  #close(offset: number): void {
    if (offset >= this.#text.length) return;
    this.#holders.pop();
    this.#next = 'comma';
  }

  #inText(code: ParseErrorCode, start: number, end: number): Fault | undefined {
    switch (printParseErrorCode(code)) {
      case 'UnexpectedEndOfString':
        return end < this.#text.length
          ? { offset: end, sentence: t('The closing double quote is missing on this line.') }
          : { offset: end, sentence: t('The text ends before the closing double quote.') };
      case 'InvalidCharacter':
        return { offset: start, sentence: t('This control character must be escaped in a string.') };
      case 'InvalidUnicode':
      case 'InvalidEscapeCharacter':
        return { offset: start, sentence: t('A backslash must be followed by one of these: {0}.', escapes) };
      default:
        return undefined;
    }
  }

  #outsideText(offset: number): Fault {
    const before = this.#text.slice(0, offset).trimEnd();
    const holder = this.#holders.at(-1);
    const closer = holder === '{' ? '}' : ']';
    const isEnd = offset >= this.#text.length;
    if (this.#next === 'colon')
      return { offset: before.length, sentence: t('A colon is missing after the name of the field.') };
    if (this.#next === 'comma') {
      if (holder === undefined) return { offset, sentence: t('Unexpected content after the end of the JSON.') };
      return isEnd
        ? { offset, sentence: t('The text ends before the {0} that closes an earlier {1}.', closer, holder) }
        : // report the position of the missing comma, not of the next token, which may be lines below
          { offset: before.length, sentence: t('A comma or {0} is missing here.', closer) };
    }
    if (before.endsWith(',') && this.#text[offset] === closer)
      return { offset: before.length - 1, sentence: t('There is an extra comma before {0}.', closer) };
    if (this.#next === 'key')
      return isEnd
        ? { offset, sentence: t('The text ends where a field name is expected.') }
        : { offset, sentence: t('Expected a field name in double quotes.') };
    if (isEnd && before === '') return { offset, sentence: t('The text is empty.') };
    if (isEnd) return { offset, sentence: t('The text ends where a value is expected.') };
    return this.#text[offset] === "'"
      ? { offset, sentence: t('Use double quotes for strings, not single quotes.') }
      : { offset, sentence: valueExpected() };
  }
}

const escapes = String.raw`" \ / b f n r t u`;

function valueExpected(): string {
  return t('Expected a value: a string in double quotes, a number, true, false, null, an array or an object.');
}
