import { stat } from 'node:fs/promises';
import path from 'node:path';
import { DiskFile } from '../services/export/diskFile.ts';
import { PlainSink } from '../services/export/exportFile.ts';
import { CliProblem } from './cliProblem.ts';
import type { Context } from './command.ts';

/** Throws if the file is one that the command reads or also writes. */
export async function assertOtherFile(
  option: string,
  file: string | undefined,
  others: readonly (string | undefined)[],
  { workingFolder }: Pick<Context, 'workingFolder'>,
): Promise<void> {
  const identityOf = async (name: string | undefined): Promise<string | undefined> => {
    const found = name === undefined ? undefined : await stat(path.resolve(workingFolder, name)).catch(() => undefined);
    return found && `${found.dev} ${found.ino}`;
  };
  const identity = await identityOf(file);
  for (const other of others)
    if (identity !== undefined && identity === (await identityOf(other)))
      throw new CliProblem(`Could not use ${option} ${file}: it is the same file as ${other}. Choose another file.`);
}

/** Checks that the plan can be written, before anything is read. */
export async function checkPlanFile(
  file: string | undefined,
  others: readonly (string | undefined)[],
  context: Context,
): Promise<void> {
  if (file === undefined) return;
  await assertOtherFile('--plan', file, others, context);
  await (await DiskFile.open(path.resolve(context.workingFolder, file))).discard();
}

/** Writes a plan to a file, which is created only when it is complete. */
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
