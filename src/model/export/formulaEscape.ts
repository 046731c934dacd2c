/*
 * A spreadsheet treats a text that starts with one of these as a formula, which can be harmful. A leading apostrophe
 * makes it a text again. Text that already has one gets another, so that it can be unescaped.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** True if a spreadsheet would evaluate the text as a cell. */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // fast path: nearly all texts start with a letter or digit, and there may be millions
  if ((first > 0x40 && first < 0xff00) || (first >= 0x30 && first <= 0x39)) return false;
  return formula.test(text) && !plainNumber.test(text);
}

/** True if a formula can do more than calculate. Text of only digits and operators stays a number or formula. */
function isHarmfulFormula(text: string): boolean {
  return isFormula(text) && /[\p{L}"'\\|!#]/u.test(text);
}

/** Escapes one of several cells on the clipboard, which a spreadsheet handles like typed text. */
export function escapeCopied(text: string): string {
  return isHarmfulFormula(text) ? `'${text}` : text;
}

/** Reverses `escapeCopied`. */
export function unescapeCopied(text: string): string {
  return text.startsWith("'") && isHarmfulFormula(text.slice(1)) ? text.slice(1) : text;
}

/*
 * In CSV, a cell can also start inside a value. A reader that splits at semicolons, tabs or bars sees no quote at the
 * start of its cell and splits inside ours. A reader without support for quoted line breaks starts over at each line,
 * and from then on splits at commas, too. Readers may also strip whitespace and quotes.
 */
const cellStart =
  /(?<=^|[,;\t|\r\n\v\f\u0085\u2028\u2029])[ "'\u00A0\u1680\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]*(?=[=+\-@＝＋－＠])/g;
const plain = /^[A-Za-z0-9][^;\t|\r\n\v\f\u0085\u2028\u2029]*$/;
const lineBreak = /[\r\n\v\f\u0085\u2028\u2029]/;

/** Escapes a CSV cell with an apostrophe at every position where a spreadsheet could start a formula. */
export function escapeFormulas(text: string): string {
  return plainNumber.test(text) ? text : atCellStarts(text, (run) => `'${run}`);
}

/** Reverses `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return atCellStarts(text, (run) => (run.startsWith("'") ? run.slice(1) : run));
}

function atCellStarts(text: string, change: (run: string) => string): string {
  if (plain.test(text)) return text;
  const firstBreak = text.search(lineBreak);
  return text.replaceAll(cellStart, (run: string, start: number) => {
    const isQuoted = text[start - 1] === ',' && (firstBreak < 0 || start < firstBreak);
    return isQuoted ? run : change(run);
  });
}
