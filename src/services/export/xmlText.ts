/** What XML cannot carry, and what Excel would read as such a thing: `_x0007_`. */
const special = new RegExp(
  [
    '[<>&\\u0000-\\u0008\\u000B-\\u001F\\uFFFE\\uFFFF]',
    '_(?=x[0-9A-Fa-f]{4}_)',
    // halves of a letter
    '[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])|(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]',
  ].join('|'),
  'g',
);

const names: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** As the text of an element, with Excel's own way for the rest. */
export function xmlText(text: string): string {
  return text.replaceAll(special, (found) => names[found] ?? `_x${code(found)}_`);
}

function code(letter: string): string {
  return letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
