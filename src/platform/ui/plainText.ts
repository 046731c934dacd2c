import type { KnownSecrets } from '../../model/connection/knownSecrets.ts';
import { directionMarks } from '../../model/fileName.ts';

/** Invisible, and no space: between two characters it keeps them from being read as one sign. */
const wordJoiner = '\u2060';

/** VS Code itself cuts a notification at 1,000 characters, and its end is lost. */
const longestSentence = 900;
/** A line of a list, a title. */
const longestLabel = 200;
/** VS Code makes a tab as wide as its title, and would have no room for another. */
const longestTab = 60;
const longestStatus = 100;
const longestLogged = 5_000;

/** Of what is far too long, so much is looked through for secrets: more than is shown of it. */
const longestLooked = 10_000;

let strike = (text: string): string => text;

/** Said once, before anything is shown: what is secret is struck out of it, whoever wrote it there. */
export function strikeWhatIsShown(secrets: Pick<KnownSecrets, 'strike'>): void {
  strike = (text) => secrets.strike(text);
}

/**
 * What anyone wrote, as one line that VS Code shows and does nothing else with. In notifications and under input boxes it
 * makes a link of `[x](command:…)`, which runs on a click, and in lists and the status bar an icon of `$(x)`. A person
 * reads the same text as before; only direction marks are gone, which would turn the words beside them around, and of
 * what is too long the middle, for a sentence says at its end what to do.
 */
export function plainSentence(text: string): string {
  return plain(text, longestSentence);
}

/** The same, for what has less room. */
export function plainLabel(text: string): string {
  return plain(text, longestLabel);
}

export function plainStatus(text: string): string {
  return plain(text, longestStatus);
}

/** Tabs are told apart by how their names begin. */
export function plainTab(text: string): string {
  return plain(text, longestTab, 0);
}

/** Each of them a line of its own, and only those that say something. */
export function plainLines(lines: readonly (string | undefined)[]): string {
  return lines
    .map((line) => plainSentence(line ?? ''))
    .filter((line) => line !== '')
    .join('\n');
}

/** For the log: what an error says is one line, so that nobody else writes a line of it, and where it happened follows. */
export function plainError(error: unknown): string {
  if (!(error instanceof Error)) return plain(String(error), longestLogged);
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [plain(`${error.name}: ${error.message}`, longestLogged), ...places].join('\n');
}

/** For what VS Code reads as Markdown, which makes links of plain addresses as well. */
export function plainMarkdown(text: string): string {
  return plainSentence(text).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** For what VS Code reads as Markdown in one place and as text in another. */
export function plainEitherWay(text: string): string {
  return plainLabel(text).replaceAll(/[<:]|\bwww(?=\.)|.(?=@)/gi, `$&${wordJoiner}`);
}

function plain(text: string, most: number, tail = Math.floor(most / 3)): string {
  return shortened(strike(shortened(text, longestLooked, longestLooked / 2)), most, tail)
    .replaceAll(directionMarks, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\]$](?=\()/g, `$&${wordJoiner}`)
    .trim();
}

function shortened(text: string, most: number, tail: number): string {
  if (text.length <= most) return text;
  // no half of a character that takes two
  const start = text.slice(0, most - tail - 1).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start.trimEnd()}…${end.trimStart()}`;
}
