import assert from 'node:assert/strict';

/** Until it holds; VS Code tells its windows of changes in its own time. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = 8_000,
): Promise<void> {
  const end = Date.now() + patience;
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
