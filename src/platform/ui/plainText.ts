import type { KnownSecrets } from '../../model/connection/knownSecrets.ts';
import { escapeMarkdown } from '../../model/escapeMarkdown.ts';
import { directionMarks } from '../../model/fileName.ts';

/** Invisible and zero-width: keeps two characters from being parsed as one token. */
const wordJoiner = '\u2060';

/** VS Code truncates a notification at 1,000 characters and loses its end. */
const longestSentence = 900;
/** A list item, a title. */
const longestLabel = 200;
/** VS Code makes a tab as wide as its title, leaving no room for others. */
const longestTab = 60;
const longestStatus = 100;
const longestLogged = 5_000;

/** How much of an overlong text is scanned for secrets: more than is shown. */
const longestLooked = 10_000;

let strike = (text: string): string => text;

/** Called once, before anything is shown: redacts secrets from all shown text, whatever its source. */
export function redactSecretsInUi(secrets: Pick<KnownSecrets, 'redact'>): void {
  strike = (text) => secrets.redact(text);
}

/**
 * Turns untrusted text into a single line that VS Code shows literally. VS Code turns `[x](command:…)` in notifications
 * and input boxes into a link that runs on click, and `$(x)` in lists and the status bar into an icon. The visible text
 * stays the same, except that direction marks are removed, since they would reorder adjacent words, and that overlong
 * text is cut in the middle, since a sentence says at its end what to do.
 */
export function plainSentence(text: string): string {
  return plain(text, longestSentence);
}

/** Same as `plainSentence`, for less space. */
export function plainLabel(text: string): string {
  return plain(text, longestLabel);
}

export function plainStatus(text: string): string {
  return plain(text, longestStatus);
}

/** Keeps the start, which distinguishes tabs. */
export function plainTab(text: string): string {
  return plain(text, longestTab, 0);
}

/** One line per text; skips empty ones. */
export function plainLines(lines: readonly (string | undefined)[]): string {
  return lines
    .map((line) => plainSentence(line ?? ''))
    .filter((line) => line !== '')
    .join('\n');
}

/** For the log: the message is a single line, so that it can't forge log lines; the stack follows. */
export function plainError(error: unknown): string {
  if (!(error instanceof Error)) return plain(String(error), longestLogged);
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [plain(`${error.name}: ${error.message}`, longestLogged), ...frames].join('\n');
}

/** Also escapes plain URLs, which Markdown turns into links. */
export function plainMarkdown(text: string): string {
  return escapeMarkdown(plainSentence(text));
}

/** For text that VS Code renders as Markdown in some places and as plain text in others. */
export function plainTextOrMarkdown(text: string): string {
  return plainLabel(text).replaceAll(/[<:]|\bwww(?=\.)|.(?=@)/gi, `$&${wordJoiner}`);
}

function plain(text: string, max: number, tail = Math.floor(max / 3)): string {
  return shortened(strike(shortened(text, longestLooked, longestLooked / 2)), max, tail)
    .replaceAll(directionMarks, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\]$](?=\()/g, `$&${wordJoiner}`)
    .trim();
}

function shortened(text: string, max: number, tail: number): string {
  if (text.length <= max) return text;
  // don't split a surrogate pair
  const start = text.slice(0, max - tail - 1).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start.trimEnd()}…${end.trimStart()}`;
}
