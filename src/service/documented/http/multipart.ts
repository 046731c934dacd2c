import { randomUUID } from 'node:crypto';
import type { FileValue } from '../../../model/form/fieldValue.ts';
import { type TracedEntry, tracedForm } from '../../../model/requestTrace.ts';

export type FormDataEntry = readonly [key: string, value: string | FileValue];

export interface Multipart {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The entries for the request trace. */
  readonly traced: () => readonly TracedEntry[];
}

/**
 * Builds a form-data body. The platform's FormData converts every line break to CR LF, so saving a record would change
 * every multiline text that the user didn't touch; this sends values unchanged. `secrets`: names of the fields that
 * hold passwords.
 */
export function multipart(entries: readonly FormDataEntry[], secrets?: ReadonlySet<string>): Multipart {
  // random, so that no value can contain it
  const boundary = `recordbench-${randomUUID()}`;
  const parts: Uint8Array[] = [];
  let text = '';
  for (const [key, value] of entries) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(key)}"`;
    if (typeof value === 'string') text += `\r\n\r\n${value}\r\n`;
    else {
      text += `; filename="${escaped(value.name)}"\r\nContent-Type: ${mediaType(value.type)}\r\n\r\n`;
      parts.push(Buffer.from(text), value.bytes);
      text = '\r\n';
    }
  }
  parts.push(Buffer.from(`${text}--${boundary}--\r\n`));
  const bytes = Buffer.concat(parts);
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { contentType, bytes, traced: () => tracedForm(entries, secrets) };
}

/** Escapes as the HTML standard specifies: a quote or a line break in a name would end the header. */
function escaped(name: string): string {
  if (!/[\r\n"]/.test(name)) return name;
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function mediaType(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
