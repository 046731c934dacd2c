import { readdir } from 'node:fs/promises';

/** Whether earlier windows have left something in the folder. */
export async function isSomethingIn(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
