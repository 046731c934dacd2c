import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Effect, ServiceErrorCode } from '../../../src/model/errors.ts';
import type { Answered, Passage, Shape } from './shapingProxy.ts';

/** Allowed outcomes for the user: an error code for its message, `fine` for none. */
export interface Met {
  readonly read: ServiceErrorCode | 'fine';
  /** Max number of attempts of a read. */
  readonly asked: number;
  readonly write: ServiceErrorCode | 'fine';
  /** Reported effect of a failed write. */
  readonly effect?: Effect;
}

export interface AnswerFault extends Met {
  readonly name: string;
  /** For faults that only end by timeout, to keep the test short. */
  readonly timeoutMs?: number;
  readonly shape: Shape;
}

const thrice = { read: 'unreachable', asked: 3, write: 'unreachable', effect: 'unknown' } as const;
const silent = { read: 'timedOut', asked: 1, write: 'timedOut', effect: 'unknown', timeoutMs: 100 } as const;
const unreadable = { read: 'unreadable', asked: 1, write: 'unreadable', effect: 'unknown' } as const;
const fine = { read: 'fine', asked: 1, write: 'fine' } as const;

function head({ status, contentType }: Answered, more: string): string {
  return `HTTP/1.1 ${status} As it is\r\ncontent-type: ${contentType}\r\n${more}\r\n\r\n`;
}

/** Writes raw bytes, bypassing anything that would fix them. */
function raw(outgoing: ServerResponse, ...parts: (string | Buffer)[]): void {
  outgoing.socket?.write(Buffer.concat(parts.map((part) => Buffer.from(part))));
}

function packed(damage: (bytes: Buffer) => Buffer, encoding = 'gzip'): Shape {
  return async ({ outgoing, ask }) => {
    const { status, body } = await ask();
    outgoing.writeHead(status, { 'content-encoding': encoding }).end(damage(gzipSync(body)));
  };
}

function typed(contentType: string): Shape {
  return async ({ outgoing, ask }) => {
    const { status, body } = await ask();
    outgoing.writeHead(status, { 'content-type': contentType }).end(body);
  };
}

function answers(code: number, headers: Record<string, string> = {}): Shape {
  return ({ outgoing }) => void outgoing.writeHead(code, headers).end();
}

/** Sends one byte at a time, forever. */
function drip(outgoing: ServerResponse, bytes: Buffer): void {
  let at = 0;
  const timer = setInterval(() => outgoing.write(bytes.subarray(at, ++at)), 10);
  outgoing.on('close', () => clearInterval(timer));
}

async function later({ outgoing, ask }: Passage, use: (answer: Answered) => void): Promise<void> {
  const answer = await ask();
  use(answer);
  outgoing.socket?.on('error', () => undefined);
}

export const answerFaults: readonly AnswerFault[] = [
  { name: 'reset before the service', ...thrice, shape: ({ outgoing }) => void outgoing.destroy() },
  {
    name: 'reset after the service',
    ...thrice,
    shape: (passage) => later(passage, () => void passage.outgoing.destroy()),
  },
  { name: 'stall before the service', ...silent, shape: () => undefined },
  { name: 'stall after the service', ...silent, shape: (passage) => later(passage, () => undefined) },
  {
    name: 'stall inside the answer',
    ...silent,
    shape: (passage) =>
      later(passage, ({ body }) => void passage.outgoing.writeHead(200).write(body.subarray(0, body.length / 2))),
  },
  {
    name: 'slow drip',
    ...silent,
    shape: (passage) =>
      later(passage, ({ body }) => drip(passage.outgoing.writeHead(200), Buffer.concat([body, Buffer.alloc(1e5)]))),
  },
  {
    name: 'truncation, with a length',
    ...thrice,
    shape: (passage) =>
      later(passage, ({ body }) => {
        const { outgoing } = passage;
        outgoing.writeHead(200, { 'content-length': body.length });
        outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
      }),
  },
  {
    name: 'truncation, in chunks',
    ...thrice,
    shape: ({ outgoing, ask }) =>
      later({ outgoing, ask } as Passage, ({ body }) => {
        outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
      }),
  },
  {
    name: 'length too small',
    ...unreadable,
    shape: (passage) =>
      later(passage, (answer) =>
        raw(passage.outgoing, head(answer, `content-length: ${answer.body.length - 20}`), answer.body),
      ),
  },
  {
    name: 'two lengths',
    ...unreadable,
    shape: (passage) =>
      later(passage, (answer) =>
        raw(
          passage.outgoing,
          head(answer, `content-length: ${answer.body.length}\r\ncontent-length: ${answer.body.length - 20}`),
          answer.body,
        ),
      ),
  },
  {
    name: 'length that is none',
    ...unreadable,
    shape: (passage) =>
      later(passage, (answer) => raw(passage.outgoing, head(answer, 'content-length: many'), answer.body)),
  },
  {
    name: 'something that is no HTTP',
    ...unreadable,
    shape: (passage) => later(passage, () => raw(passage.outgoing, 'SSH-2.0-OpenSSH_9.6\r\n')),
  },
  {
    name: 'headers without end',
    ...unreadable,
    shape: (passage) =>
      later(passage, (answer) => raw(passage.outgoing, head(answer, `x-more: ${'more '.repeat(100_000)}`))),
  },
  {
    name: 'duplicated answer',
    ...fine,
    shape: (passage) =>
      later(passage, (answer) => {
        const whole = [head(answer, `content-length: ${answer.body.length}`), answer.body];
        raw(passage.outgoing, ...whole, ...whole);
      }),
  },
  { name: '500', read: 'refused', asked: 1, write: 'refused', effect: 'unknown', shape: answers(500) },
  { name: '502', ...thrice, shape: answers(502) },
  { name: '503 with Retry-After 0', ...thrice, shape: answers(503, { 'retry-after': '0' }) },
  { name: '504', read: 'timedOut', asked: 3, write: 'timedOut', effect: 'unknown', shape: answers(504) },
  { name: '429', read: 'refused', asked: 3, write: 'refused', effect: 'refused', shape: answers(429) },
  {
    name: '429 with Retry-After of a day',
    read: 'refused',
    asked: 1,
    write: 'refused',
    effect: 'refused',
    shape: answers(429, { 'retry-after': '86400' }),
  },
  {
    name: '429 with a Retry-After that is none',
    read: 'refused',
    asked: 3,
    write: 'refused',
    effect: 'refused',
    shape: answers(429, { 'retry-after': 'soon' }),
  },
  { name: 'JSON as text/html', ...fine, shape: typed('text/html; charset=utf-8') },
  { name: 'JSON as image/png', ...fine, shape: typed('image/png') },
  { name: 'JSON in a character set that is none', ...fine, shape: typed('application/json; charset=klingon') },
  {
    name: 'a web page as application/json',
    read: 'notARecordService',
    asked: 1,
    write: 'notARecordService',
    effect: 'unknown',
    shape: (passage) =>
      later(passage, () =>
        passage.outgoing.writeHead(200, { 'content-type': 'application/json' }).end('<html><title>Hotel Wi-Fi'),
      ),
  },
  {
    name: 'gzip with a damaged byte',
    ...unreadable,
    shape: packed((bytes) => bytes.fill(0xff, 14, 18)),
  },
  { name: 'gzip cut off', ...unreadable, shape: packed((bytes) => bytes.subarray(0, bytes.length - 12)) },
  { name: 'gzip that is none', ...unreadable, shape: packed(() => Buffer.from('{"errors":[]}')) },
  { name: 'packing nobody asked for', ...unreadable, shape: packed((bytes) => bytes, 'zstd') },
];
