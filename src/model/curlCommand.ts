import { t } from '@vscode/l10n';
import type { TracedEntry, TracedForm } from './requestTrace.ts';

/** PowerShell and cmd are the Windows shells, where the program is `curl.exe`. */
export const curlShells = ['bash', 'PowerShell', 'cmd'] as const;
export type CurlShell = (typeof curlShells)[number];

export interface CurlRequest {
  readonly address: string;
  readonly method?: string;
  readonly form?: TracedForm | undefined;
}

export interface CurlCommand {
  readonly text: string;
  /** One sentence about what the command doesn't send; not a comment, because some shells have none. */
  readonly note: string | undefined;
}

interface Quoting {
  readonly program: string;
  /** Quotes any text as one shell word; undefined if the command line can't represent it. */
  readonly word: (text: string) => string | undefined;
  /** Quotes a text followed by the value of an environment variable as one word. */
  readonly wordWith: (text: string, variable: string) => string | undefined;
}

/** Refers to the token by a variable, never by value: copied commands end up in chats and shell histories. */
export function curlCommand(shell: CurlShell, { address, method = 'GET', form }: CurlRequest): CurlCommand {
  const { program, word, wordWith } = quotings[shell];
  const all = form === undefined || form === 'dropped' ? [] : form.map((entry) => curlEntry(entry, quotings[shell]));
  const entries = all.filter((entry) => entry !== undefined);
  // curl uses POST when there are entries
  const isImplied = method === 'GET' || (method === 'POST' && entries.length > 0);
  const words = [
    program,
    // don't expand brackets in the URL as ranges
    '-g',
    ...(isImplied ? [] : ['-X', word(method)]),
    '-H',
    word('Accept: application/json'),
    '-H',
    wordWith('Authorization: Bearer ', 'RECORDBENCH_TOKEN'),
    ...entries,
    word(address),
  ];
  const text = words.join(' ');
  const isTooLong = shell === 'cmd' && text.length > longestCmdLine;
  const note = isTooLong
    ? t('The curl command is too long for a cmd command line. Choose another shell.')
    : noteOn(form, all.length - entries.length);
  return { text, note };
}

const longestCmdLine = 8_191;

function noteOn(form: TracedForm | undefined, left: number): string | undefined {
  if (form === 'dropped') return t('The curl command has no form data because it was not stored.');
  if (left === 0) return undefined;
  return left === 1
    ? t('1 entry is not in the curl command: it is too long, or this shell cannot pass it.')
    : t('{0} entries are not in the curl command: they are too long, or this shell cannot pass them.', left);
}

/** Returns undefined for an entry that no command line can represent. */
function curlEntry(entry: TracedEntry, { word, wordWith }: Quoting): string | undefined {
  const { key } = entry;
  // curl ends the name at the first =
  if (key.includes('=') || entry.kind === 'long') return undefined;
  // `--form-string` takes @ and < literally, where `-F` would read a file
  const [option, value] =
    entry.kind === 'file'
      ? ['-F', word(`${key}=@${fileName(entry.name)}`)]
      : [
          '--form-string',
          entry.kind === 'text' ? word(`${key}=${entry.text}`) : wordWith(`${key}=`, 'RECORDBENCH_SECRET'),
        ];
  return value === undefined ? undefined : `${option} ${value}`;
}

/** File in the current folder; in curl's own quotes if curl would parse part of the name as an option. */
function fileName(name: string): string {
  const last = (name.split(/[/\\]/).at(-1) ?? '').replaceAll('\0', '');
  const path = `./${/^\.*$/.test(last) ? 'file' : last}`;
  return /[;,"]/.test(path) ? `"${path.replaceAll('"', String.raw`\"`)}"` : path;
}

/**
 * Control characters must be escaped: a terminal acts on them when a command is pasted, even inside quotes. Ctrl+C ends
 * the line, and the rest runs as a separate command.
 */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Characters that Windows may best-fit map to quotes or backslashes when it passes arguments to curl in the system code
 * page. Those would end the argument.
 */
const bestFit = /\u030e|["\u02ba\u2033\u2036\u301d-\u301f\uff02\u00a5\u20a9\u2216\ufe68\uff3c]/;

const quotings: Readonly<Record<CurlShell, Quoting>> = {
  bash: {
    program: 'curl',
    word: bashWord,
    wordWith: (text, variable) => {
      const word = bashWord(text);
      return word && `${word}"$${variable}"`;
    },
  },
  PowerShell: {
    // in Windows PowerShell, `curl` alone is a different command
    program: 'curl.exe',
    word: (text) => powerShellWord(text, []),
    wordWith: (text, variable) => powerShellWord(text, [`$env:${variable}`]),
  },
  cmd: {
    program: 'curl.exe',
    word: cmdWord,
    wordWith: (text, variable) => {
      const word = cmdWord(text);
      // inside the same quotes: two adjacent quotes would be a literal quote
      return word && `${word.slice(0, -1)}%${variable}%"`;
    },
  },
};

function bashWord(text: string): string | undefined {
  if (text.includes('\0')) return undefined;
  if (text.search(control) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // the quote is escaped as well, so that a shell without this syntax still reads one word
  const spelled = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\\']/gu, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `$'${spelled}'`;
}

function powerShellWord(text: string, more: readonly string[]): string | undefined {
  // Windows PowerShell doesn't escape a quote, or a backslash before its own closing quote
  if (text.includes('\0') || bestFit.test(text) || text.endsWith('\\')) return undefined;
  const parts = text.split(/([\p{Cc}\p{Zl}\p{Zp}])/u).flatMap((part, index) => {
    if (index % 2 === 1) return [`[char]${part.charCodeAt(0)}`];
    // PowerShell treats typographic quotes as plain quotes
    return part === '' && index > 0 ? [] : [`'${part.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`];
  });
  const terms = [...parts, ...more];
  return terms.length === 1 ? terms[0] : `(${terms.join(' + ')})`;
}

/** A cmd command is a single line and expands variables inside quotes, too. */
function cmdWord(text: string): string | undefined {
  if (text.search(control) !== -1 || bestFit.test(text.replaceAll('"', ''))) return undefined;
  // keep these outside the quotes, so that no two of them enclose a variable name
  const special: Readonly<Record<string, string>> = { '%': '^%', '!': '^!', '"': String.raw`\^"` };
  return text
    .split(/([%!"])/)
    .map((part, index) => (index % 2 === 1 ? special[part] : quotedSegment(part)))
    .join('');
}

/** Doubles the backslashes before the closing quote, as the program's argument parser expects. */
function quotedSegment(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\\') end--;
  return `"${text}${text.slice(end)}"`;
}
