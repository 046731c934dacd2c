import path from 'node:path';
import { DiskFile } from '../services/export/diskFile.ts';
import { PlainSink } from '../services/export/exportFile.ts';
import type { Context } from './command.ts';

/** Writes a plan. Its file appears once it is complete. */
export async function writePlanFile(
  file: string,
  pieces: AsyncIterable<string>,
  { workingFolder }: Context,
): Promise<void> {
  const target = await DiskFile.open(path.resolve(workingFolder, file));
  try {
    const sink = new PlainSink(target);
    for await (const piece of pieces) await sink.write(piece);
    await sink.end();
    await target.finish();
  } catch (error) {
    await target.discard();
    throw error;
  }
}
