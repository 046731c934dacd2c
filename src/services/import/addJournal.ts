import { mkdirSync, openSync, closeSync, fsyncSync, writeSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { unitWord } from '../../model/importUnit.ts';

/** What became of a new record. */
export type AddLine =
  | {
      readonly type: 'import';
      readonly file: string;
      readonly controller: string;
      readonly unit: string;
      readonly count: number;
    }
  | { readonly type: 'sent'; readonly place: number }
  | { readonly type: 'added'; readonly place: number; readonly id?: string }
  | { readonly type: 'failed'; readonly place: number; readonly why: string }
  | { readonly type: 'unclear'; readonly place: number; readonly why: string };

/** Its name begins with the process that writes it. On the disk before a record is sent, so that nobody ever wonders afterwards what was sent. */
export class AddJournal {
  readonly #file: string;
  readonly #handle: number;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = path.join(folder, name);
    this.#handle = openSync(this.#file, 'wx');
  }

  put(line: AddLine): void {
    writeSync(this.#handle, `${JSON.stringify(line)}\n`);
    if (line.type === 'sent' || line.type === 'import') fsyncSync(this.#handle);
  }

  /** Everything is known and was told, so nothing of it is kept. */
  async end(): Promise<void> {
    closeSync(this.#handle);
    await rm(this.#file, { force: true });
  }
}

/** An import whose window was closed before its end, as a sentence. Each is told once. */
export async function interruptedImports(folder: string, isRunning: (process: number) => boolean): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const sentences: string[] = [];
  for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
    if (isRunning(Number.parseInt(name, 10))) continue;
    const file = path.join(folder, name);
    const lines = (await readFile(file, 'utf8')).split('\n').flatMap(parsed);
    const sentence = sentenceOf(lines);
    if (sentence !== undefined) sentences.push(sentence);
    await rm(file, { force: true });
  }
  return sentences;
}

function parsed(text: string): AddLine[] {
  try {
    const line = JSON.parse(text) as AddLine | null;
    return line === null ? [] : [line];
  } catch {
    return []; // cut off by whatever ended the window
  }
}

function sentenceOf(lines: readonly AddLine[]): string | undefined {
  const [first] = lines;
  if (first?.type !== 'import') return undefined;
  const known = new Set<number>();
  const sent = new Set<number>();
  let added = 0;
  for (const line of lines) {
    if (line.type === 'sent') sent.add(line.place);
    if (line.type === 'added') added += 1;
    if (line.type === 'added' || line.type === 'failed') known.add(line.place);
  }
  const unclear = [...sent].filter((place) => !known.has(place));
  const start = t(
    'The import of {0} into {1} was interrupted: {2} of {3} new records were added.',
    first.file,
    first.controller,
    added,
    first.count,
  );
  if (unclear.length === 0) return start;
  const which = `${unitWord(first.unit, unclear.length)} ${unclear.slice(0, 10).join(', ')}`;
  return `${start} ${t('What became of {0} is not known: look for it before you import it again.', which)}`;
}
