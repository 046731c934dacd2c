import { t } from '@vscode/l10n';
import type { TracedEntry, TracedForm } from './requestTrace.ts';

/** PowerShell and cmd are those of Windows, where the program is `curl.exe`. */
export const curlShells = ['bash', 'PowerShell', 'cmd'] as const;
export type CurlShell = (typeof curlShells)[number];

export interface CurlRequest {
  readonly address: string;
  readonly method?: string;
  readonly form?: TracedForm | undefined;
}

export interface CurlCommand {
  readonly text: string;
  /** What the command does not send, as a sentence; a shell may not know comments. */
  readonly note: string | undefined;
}

interface Quoting {
  readonly program: string;
  /** As one word of the shell, whatever is in it; undefined for what its command line cannot hold. */
  readonly word: (text: string) => string | undefined;
  /** One word of a text and the value of an environment variable. */
  readonly wordWith: (text: string, variable: string) => string | undefined;
}

/** The token is named, never written: what is copied ends up in chats and histories. */
export function curlCommand(shell: CurlShell, { address, method = 'GET', form }: CurlRequest): CurlCommand {
  const { program, word, wordWith } = quotings[shell];
  const all = form === undefined || form === 'dropped' ? [] : form.map((entry) => curlEntry(entry, quotings[shell]));
  const entries = all.filter((entry) => entry !== undefined);
  // curl itself makes a POST of what has entries
  const isImplied = method === 'GET' || (method === 'POST' && entries.length > 0);
  const words = [
    program,
    // brackets in an address are no ranges
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
    ? t('The curl command is longer than a command line of cmd can be. Choose another shell.')
    : noteOn(form, all.length - entries.length);
  return { text, note };
}

const longestCmdLine = 8_191;

function noteOn(form: TracedForm | undefined, left: number): string | undefined {
  if (form === 'dropped') return t('The curl command has no form data: it was not kept.');
  if (left === 0) return undefined;
  return left === 1
    ? t('1 entry is not in the curl command: it is too long, or this shell cannot pass it.')
    : t('{0} entries are not in the curl command: they are too long, or this shell cannot pass them.', left);
}

/** Undefined for what no command line can hold. */
function curlEntry(entry: TracedEntry, { word, wordWith }: Quoting): string | undefined {
  const { key } = entry;
  // curl ends the name at the first =
  if (key.includes('=') || entry.kind === 'long') return undefined;
  // --form-string takes @ and < for what they are, where -F would read a file
  const [option, value] =
    entry.kind === 'file'
      ? ['-F', word(`${key}=@${fileName(entry.name)}`)]
      : [
          '--form-string',
          entry.kind === 'text' ? word(`${key}=${entry.text}`) : wordWith(`${key}=`, 'RECORDBENCH_SECRET'),
        ];
  return value === undefined ? undefined : `${option} ${value}`;
}

/** In the folder where the command runs; between quotes of curl's own where it would take a part of it for an option. */
function fileName(name: string): string {
  const last = (name.split(/[/\\]/).at(-1) ?? '').replaceAll('\0', '');
  const path = `./${/^\.*$/.test(last) ? 'file' : last}`;
  return /[;,"]/.test(path) ? `"${path.replaceAll('"', String.raw`\"`)}"` : path;
}

/**
 * A terminal that a command is pasted into acts upon control characters, quoted or not: Ctrl+C ends the line, and what
 * follows is a command of its own. So they are spelled out.
 */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * The quotes and backslashes that Windows may make of these for a program like curl, which is given its arguments in the
 * code page of the computer, would end an argument.
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
    // curl alone is another command in Windows PowerShell
    program: 'curl.exe',
    word: (text) => powerShellWord(text, []),
    wordWith: (text, variable) => powerShellWord(text, [`$env:${variable}`]),
  },
  cmd: {
    program: 'curl.exe',
    word: cmdWord,
    wordWith: (text, variable) => {
      const word = cmdWord(text);
      // between the same quotes: two beside each other are one that belongs to the text
      return word && `${word.slice(0, -1)}%${variable}%"`;
    },
  },
};

function bashWord(text: string): string | undefined {
  if (text.includes('\0')) return undefined;
  if (text.search(control) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // the quote is spelled out as well: a shell that does not know this spelling reads one word all the same
  const spelled = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\\']/gu, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `$'${spelled}'`;
}

function powerShellWord(text: string, more: readonly string[]): string | undefined {
  // Windows PowerShell passes a quote on as it is, and a backslash before one of its own
  if (text.includes('\0') || bestFit.test(text) || text.endsWith('\\')) return undefined;
  const parts = text.split(/([\p{Cc}\p{Zl}\p{Zp}])/u).flatMap((part, index) => {
    if (index % 2 === 1) return [`[char]${part.charCodeAt(0)}`];
    // it takes typographic quotes for plain ones
    return part === '' && index > 0 ? [] : [`'${part.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`];
  });
  const terms = [...parts, ...more];
  return terms.length === 1 ? terms[0] : `(${terms.join(' + ')})`;
}

/** Its command line is one line, and has variables inside quotes, too. */
function cmdWord(text: string): string | undefined {
  if (text.search(control) !== -1 || bestFit.test(text.replaceAll('"', ''))) return undefined;
  // each of these stands outside the quotes, so that no name of a variable is between two of them
  const special: Readonly<Record<string, string>> = { '%': '^%', '!': '^!', '"': String.raw`\^"` };
  return text
    .split(/([%!"])/)
    .map((part, index) => (index % 2 === 1 ? special[part] : quotedSegment(part)))
    .join('');
}

/** For the program: backslashes before a quote count double. */
function quotedSegment(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\\') end--;
  return `"${text}${text.slice(end)}"`;
}
