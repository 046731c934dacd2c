/*
 * A spreadsheet takes a text that begins with one of these for a formula, and a formula may do more than count.
 * An apostrophe before it makes it a text again. One that is there already gets another, so that it can be taken back.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** Whether a spreadsheet would run it, as a cell of its own. */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // nearly all texts begin with a letter or a digit, and there may be millions
  if ((first > 0x40 && first < 0xff00) || (first >= 0x30 && first <= 0x39)) return false;
  return formula.test(text) && !plainNumber.test(text);
}

/** Whether it can do more than count. What is made of digits and signs alone stays the number or formula that it is. */
function reachesOut(text: string): boolean {
  return isFormula(text) && /[\p{L}"'\\|!#]/u.test(text);
}

/** For one of several cells on the clipboard, which a spreadsheet takes as if they were typed. */
export function escapeCopied(text: string): string {
  return reachesOut(text) ? `'${text}` : text;
}

/** Takes back what `escapeCopied` did. */
export function unescapeCopied(text: string): string {
  return text.startsWith("'") && reachesOut(text.slice(1)) ? text.slice(1) : text;
}

/*
 * In a CSV a cell may begin in the middle of a value too. Who splits at semicolons, tabs or bars sees no quote where its
 * own cell begins, and splits inside of ours; who knows no line breaks within quotes begins anew with every line, and
 * from then on splits at commas as well. Blanks and quotes may be left out by whoever reads it.
 */
const cellStart =
  /(?<=^|[,;\t|\r\n\v\f\u0085\u2028\u2029])[ "'\u00A0\u1680\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]*(?=[=+\-@＝＋－＠])/g;
const plain = /^[A-Za-z0-9][^;\t|\r\n\v\f\u0085\u2028\u2029]*$/;
const lineBreak = /[\r\n\v\f\u0085\u2028\u2029]/;

/** For a cell of a CSV: with an apostrophe wherever some spreadsheet would begin a formula. */
export function escapeFormulas(text: string): string {
  return plainNumber.test(text) ? text : atCellStarts(text, (run) => `'${run}`);
}

/** Takes back what `escapeFormulas` did. */
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
