import assert from 'node:assert/strict';

/** VS Code's own link pattern for notifications, progress and input boxes, copied from its workbench. */
export const linkSource = String.raw`\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^\)\s]+)(?: (["'])(.+?)(\3))?\)`;

/** VS Code's icon pattern for lists, the status bar and input boxes. */
export const iconName = '[A-Za-z0-9-]+';
export const iconModifier = '~[A-Za-z]+';

const links = new RegExp(linkSource, 'gi');
const icons = new RegExp(String.raw`\$\((${iconName}(?:${iconModifier})?)\)`, 'g');

/** Names a co-user or a service may give a record. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'a command': '[x](command:recordbench.showLog)',
  'a command with its argument':
    'Ann [Details](command:recordbench.bulkDelete?%7B%22confirmed%22%3Atrue%7D "Show") Lee',
  'a command, cut apart by marks': '[x]\u200F\u202E(command:recordbench.showLog)',
  'a command that Markdown would see': String.raw`\\](command:recordbench.showLog) <command:recordbench.showLog>`,
  'a web page': '[x](https://example.com/)',
  'a web page without brackets': 'https://example.com/ www.example.com ann@example.com <https://example.com/>',
  'a file': '[x](file:///etc/passwd)',
  'an icon': '$(trash) Delete',
  'an icon that turns': '$(sync~spin)$(sync)',
  'line breaks': 'one\r\ntwo\nthree\u2028four\u0085five\tsix\u0000',
  'right-to-left marks': 'invoice\u202Efdp.exe\u202C \u2066\u200Fabc\u2069\u061C',
  '10,000 characters': `Begin${'m'.repeat(9_990)} ends`,
  'halves of a letter': 'one \uD83D two \uDE00 three\uD800',
  'a key of every object': '__proto__',
  '10,000 links': '[x](command:a)$(b)'.repeat(10_000),
};

const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Asserts that the user reads `text` in `shown`, and that VS Code finds nothing else in it. */
export function assertPlain(shown: string, text: string, at: string): void {
  assert.deepEqual([...shown.matchAll(links)], [], `${at}: a link in ${shown}`);
  assert.deepEqual([...shown.matchAll(icons)], [], `${at}: an icon in ${shown}`);
  assert.doesNotMatch(shown, /[\p{Cc}\u2028\u2029]/u, `${at}: a line break`);
  assert.doesNotMatch(shown, directionMarks, `${at}: a mark`);
  assert.ok(shown.length <= 1_350, `${at}: ${shown.length} characters`);
  const seen = (one: string): string => one.replaceAll('\u2060', '').trim();
  const read = seen(shown);
  const wanted = seen(text.replaceAll(directionMarks, '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '));
  const [start = '', end = ''] = read.split('…');
  assert.ok(read === wanted || (read.includes('…') && isPart(start, end, wanted)), `${at}: ${read}`);
}

function isPart(start: string, end: string, text: string): boolean {
  return start.length > 10 && text.startsWith(start) && text.endsWith(end);
}
