import { FormData } from 'undici';
import type { FileValue } from '../model/fieldValue.ts';

export type Entry = readonly [key: string, value: string | FileValue];

export function multipart(entries: Iterable<Entry>): FormData {
  const form = new FormData();
  for (const [key, value] of entries)
    if (typeof value === 'string') form.append(key, value);
    else
      form.append(
        key,
        new File([value.bytes as Uint8Array<ArrayBuffer>], value.name, { type: value.type }),
        value.name,
      );
  return form;
}
