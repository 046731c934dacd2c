import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { demoTokenStart } from '../../src/model/demoMessages.ts';

/*
 * Every token that a suite uses bears a mark. Afterward the mark is looked for wherever a token must not be: what the
 * user's folder holds, what was printed, and what any process was started with.
 */

// put together here, so that no bundle of a suite holds it as it stands
const mark = ['marked', 'by', 'recordbench', 'tests'].join('7');

export function markedToken(name: string): string {
  return `${name}-${mark}`;
}

/** As text, as JavaScript keeps it, and as it may be packed. */
const spellings: readonly Buffer[] = [
  Buffer.from(mark),
  Buffer.from(mark, 'utf16le'),
  ...packed(mark, 24),
  ...packed(demoTokenStart, 16),
];

function packed(text: string, length: number): Buffer[] {
  return [
    Buffer.from(Buffer.from(text).toString('hex')),
    // where it stands in a packed text decides how it looks there
    ...[0, 1, 2].map((shift) => Buffer.from(Buffer.from(text.slice(shift)).toString('base64').slice(0, length))),
  ];
}

/** The tokens that the demo makes are known by how they begin, which also stands in its code; any other by what is before it. */
const someToken = new RegExp(`${demoTokenStart}[A-Za-z0-9_-]{40}|Bearer [A-Za-z0-9_-]{30,}`);
const twoByteStart = Buffer.from(demoTokenStart, 'utf16le');

export function holdsToken(bytes: Buffer): boolean {
  if (spellings.some((spelling) => bytes.includes(spelling)) || someToken.test(bytes.toString('latin1'))) return true;
  return bytes.includes(twoByteStart) && someToken.test(bytes.toString('latin1').replaceAll('\0', ''));
}

let received = 0;

/** How often a service of the tests in this process got a token. */
export function tokensReceived(): number {
  return received;
}

export function countToken(authorization: string | undefined): void {
  if (authorization !== undefined && holdsToken(Buffer.from(authorization))) received += 1;
}

/** The files in which a token stands. */
export function filesWithToken(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => holdsToken(readFileSync(file)));
}

/** Whatever is started by this run inherits it; another run or check on this machine has tokens of its own. */
export const runVariable = 'RECORDBENCH_TEST_RUN';
const run = (process.env[runVariable] ??= randomUUID());

function isOfAnotherRun(id: string): boolean {
  const environment = readFileSync(`/proc/${id}/environ`, 'latin1').split('\0');
  const known = environment.find((entry) => entry.startsWith(`${runVariable}=`));
  return known !== undefined && known !== `${runVariable}=${run}`;
}

/** What any process of this machine was started with, where that can be seen. */
export function processesWithToken(): string[] {
  let ids: string[] = [];
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // no such folder on this system
  }
  return ids.flatMap((id) =>
    ['cmdline', 'environ'].flatMap((what) => {
      try {
        return holdsToken(readFileSync(`/proc/${id}/${what}`)) && !isOfAnotherRun(id)
          ? [`the ${what} of process ${id}`]
          : [];
      } catch {
        return []; // ended meanwhile, or somebody else's
      }
    }),
  );
}
