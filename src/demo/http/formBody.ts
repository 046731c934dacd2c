import type { IncomingMessage } from 'node:http';
import { problem } from '../problems.ts';

export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface FormEntry {
  readonly key: string;
  readonly value: string | UploadedFile;
}

const bodyLimit = 8 * 1024 * 1024;

/** The entries of a form body, in the order they were sent. */
export async function readForm(request: IncomingMessage): Promise<FormEntry[]> {
  const body = await readBody(request);
  if (body.length === 0) return [];
  const type = request.headers['content-type'] ?? '';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    throw problem(415, 'unsupported_body', 'The body must be form-data.');
  }
  let form: FormData;
  try {
    form = await new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    }).formData();
  } catch {
    throw problem(400, 'malformed_body', 'The body is not well-formed form-data.');
  }
  return Promise.all(
    [...form].map(async ([key, value]) => ({ key, value: typeof value === 'string' ? value : await uploaded(value) })),
  );
}

async function uploaded(file: File): Promise<UploadedFile> {
  return { name: file.name, type: file.type, content: new Uint8Array(await file.arrayBuffer()) };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = problem(413, 'body_too_large', `The body is larger than ${bodyLimit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > bodyLimit) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** `data[leads][stage_log][remarks]` has the path leads, stage_log, remarks; undefined for any other key. */
export function pathOfKey(key: string): string[] | undefined {
  if (!/^data(\[[^[\]]*\])+$/.test(key)) return undefined;
  return key.slice('data['.length, -1).split('][');
}
