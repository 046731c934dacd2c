/*
 * A spreadsheet takes a text that begins with one of these for a formula, and a formula may do more than count.
 * An apostrophe before it makes it a text again. One that is there already gets another, so that it can be taken back.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** Whether a spreadsheet would run it. */
export function isFormula(text: string): boolean {
  return formula.test(text) && !plainNumber.test(text);
}

export function defuse(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}
