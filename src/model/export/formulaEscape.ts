/*
 * A spreadsheet takes a text that begins with one of these for a formula, and a formula may do more than count.
 * An apostrophe before it makes it a text again. One that is there already gets another, so that it can be taken back.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const defusedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** Whether a spreadsheet would run it. */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // nearly all texts begin with a letter or a digit, and there may be millions
  if ((first > 0x40 && first < 0xff00) || (first >= 0x30 && first <= 0x39)) return false;
  return formula.test(text) && !plainNumber.test(text);
}

export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Takes back what `defuse` did. */
export function unescapeFormula(text: string): string {
  return defusedFormula.test(text) ? text.slice(1) : text;
}
