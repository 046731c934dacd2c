import { fromBufferPromise } from 'yauzl';

interface ZipEntry {
  readonly name: string;
  readonly checksum: number;
  readonly mode: string;
  /** As the file says it, without a time zone. */
  readonly date: string;
}

/** In the order of the file. */
export async function zipEntries(zip: Buffer): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for await (const entry of (await fromBufferPromise(zip)).eachEntry())
    entries.push({
      name: entry.fileName,
      checksum: entry.crc32,
      mode: (entry.externalFileAttributes >>> 16).toString(8),
      date: entry.getLastModDate({ timezone: 'UTC' }).toISOString().slice(0, 19),
    });
  return entries;
}
