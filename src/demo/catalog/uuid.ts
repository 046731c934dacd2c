import { createHash } from 'node:crypto';

/** Derives a stable UUID from a name, so that URLs of list views survive a restart. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`recordbench demo ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
