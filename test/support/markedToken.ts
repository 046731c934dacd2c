import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { demoTokenStart } from '../../src/model/demoMessages.ts';

/*
 * Every token in a suite contains a marker. Afterwards, the tests search for the marker wherever a token must not be:
 * in the user's folder, in printed output, and in the command line of any process.
 */

// joined here, so that no bundle of a suite contains it literally
const mark = ['marked', 'by', 'recordbench', 'tests'].join('7');

export function markedToken(name: string): string {
  return `${name}-${mark}`;
}

/** As text, as a JavaScript two-byte string, and encoded. */
const spellings: readonly Buffer[] = [
  Buffer.from(mark),
  Buffer.from(mark, 'utf16le'),
  ...packed(mark, 24),
  ...packed(demoTokenStart, 16),
];

function packed(text: string, length: number): Buffer[] {
  return [
    Buffer.from(Buffer.from(text).toString('hex')),
    // in base64, its position determines its encoding
    ...[0, 1, 2].map((shift) => Buffer.from(Buffer.from(text.slice(shift)).toString('base64').slice(0, length))),
  ];
}

/** The demo's tokens are recognized by their prefix, which is also in its code; any other by what precedes it. */
const someToken = new RegExp(`${demoTokenStart}[A-Za-z0-9_-]{40}|Bearer [A-Za-z0-9_-]{30,}`);
const twoByteStart = Buffer.from(demoTokenStart, 'utf16le');

export function holdsToken(bytes: Buffer): boolean {
  if (spellings.some((spelling) => bytes.includes(spelling)) || someToken.test(bytes.toString('latin1'))) return true;
  return bytes.includes(twoByteStart) && someToken.test(bytes.toString('latin1').replaceAll('\0', ''));
}

let received = 0;

/** How many times a test service in this process received a token. */
export function tokensReceived(): number {
  return received;
}

export function countToken(authorization: string | undefined): void {
  if (authorization !== undefined && holdsToken(Buffer.from(authorization))) received += 1;
}

/** Files that contain a token. */
export function filesWithToken(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => holdsToken(readFileSync(file)));
}

/** Inherited by everything this run starts; other programs on this machine have their own tokens. */
export const runVariable = 'RECORDBENCH_TEST_RUN';
const run = (process.env[runVariable] ??= randomUUID());

/** The process, or else the nearest of its ancestors that says so, was started by this run. */
function isOfThisRun(id: string): boolean {
  for (let one = id; one !== '0'; one = parentOf(one)) {
    if (one === String(process.pid)) return true;
    const environment = readFileSync(`/proc/${one}/environ`, 'latin1').split('\0');
    const known = environment.find((entry) => entry.startsWith(`${runVariable}=`));
    if (known !== undefined) return known === `${runVariable}=${run}`;
  }
  return false;
}

/** Follows the name in parentheses, which may contain anything, and a state. */
function parentOf(id: string): string {
  return /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'latin1'))?.[1] ?? '0';
}

/** Processes of this run that were started with a token, where that is visible. */
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
        return holdsToken(readFileSync(`/proc/${id}/${what}`)) && isOfThisRun(id)
          ? [`the ${what} of process ${id}`]
          : [];
      } catch {
        return []; // exited in the meantime, or owned by another user
      }
    }),
  );
}
