import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Puts a shorter line in the place of some lines of a file, filled up with blanks, so that all others stay where they
 * are. `replace` answers undefined for a line that stays.
 */
export async function eraseLines(path: string, replace: (line: string) => string | undefined): Promise<void> {
  const file = await open(path, 'r+');
  try {
    let rest = Buffer.alloc(0);
    let start = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const line = replace(bytes.toString('utf8', from, end));
        if (line !== undefined) {
          const blank = Buffer.alloc(end - from, ' ');
          blank.write(line);
          await file.write(blank, 0, blank.length, start + from);
        }
        from = end + 1;
      }
      rest = Buffer.from(bytes.subarray(from));
      start += from;
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}
