import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Until it holds; VS Code tells its windows of changes in its own time. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000; // only so that a wait in vain is told apart from a test that hangs
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`waited in vain until ${what}; tabs: ${openTabs()}`);
    await pause(25);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** With the one in front of each group in brackets. */
function openTabs(): string {
  const groups = vscode.window.tabGroups.all.map(({ tabs }) =>
    tabs.map(({ label, isActive }) => (isActive ? `[${label}]` : label)).join(', '),
  );
  return groups.join(' | ') || 'none';
}
