import assert from 'node:assert/strict';

/** Until it holds; VS Code tells its windows of changes in its own time. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000; // only so that a wait in vain is told apart from a test that hangs
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`waited in vain until ${what}`);
    await pause(25);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
