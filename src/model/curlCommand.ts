import { t } from '@vscode/l10n';
import type { TracedEntry, TracedForm } from './requestTrace.ts';

/** A request for the shell. The token is named, never written: what is copied ends up in chats and histories. */
export function curlCommand(address: string, method = 'GET', form?: TracedForm): string {
  const entries = form === undefined || form === 'dropped' ? [] : form.map(curlEntry);
  // curl itself makes a POST of what has entries
  const verb = method === 'GET' || (method === 'POST' && entries.length > 0) ? [] : ['-X', quoted(method)];
  const headers = ["-H 'Accept: application/json'", '-H "Authorization: Bearer $RECORDBENCH_TOKEN"'];
  const words = ['curl', ...verb, ...headers, ...entries.filter((entry) => entry !== undefined), quoted(address)];
  const left = entries.filter((entry) => entry === undefined).length;
  return [words.join(' '), ...noteOn(form, left)].join(' ');
}

function noteOn(form: TracedForm | undefined, left: number): string[] {
  if (form === 'dropped') return [`# ${t('add its form data, which is not kept')}`];
  return left === 0 ? [] : [`# ${t('{0} entries are left out: they are too long, or cannot be written here', left)}`];
}

/** Undefined for what no command line can hold. */
function curlEntry(entry: TracedEntry): string | undefined {
  const { key } = entry;
  // curl ends the name at the first =, and a shell has no NUL
  if (/[=\0]/.test(key)) return undefined;
  switch (entry.kind) {
    case 'text':
      // --form-string takes @ and < for what they are, where -F would read a file
      return entry.text.includes('\0') ? undefined : `--form-string ${quoted(`${key}=${entry.text}`)}`;
    case 'secret':
      return `--form-string ${quoted(`${key}=`)}"$RECORDBENCH_SECRET"`;
    case 'file':
      return `-F ${quoted(`${key}=@"./${fileName(entry.name)}"`)}`;
    case 'long':
      return undefined;
  }
  return undefined;
}

/** In the folder where the command runs, and as curl reads it between its own quotes. */
function fileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (/^\.*$/.test(last) ? 'file' : last).replaceAll('"', String.raw`\"`).replaceAll('\0', '');
}

/**
 * As one word of a shell, whatever is in it. A terminal that a command is pasted into would act upon control characters,
 * quoted or not (Ctrl+C ends the line, and what follows is a command of its own), so these are spelled out.
 */
function quoted(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // the quote is spelled out as well: a shell that does not know this spelling reads one word all the same
  const spelled = text.replaceAll(/[\p{Cc}\\']/gu, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  );
  return `$'${spelled}'`;
}
