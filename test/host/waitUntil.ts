import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Waits until the condition holds; VS Code reports changes asynchronously. */
export async function waitUntil(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000; // only to distinguish a failed wait from a hanging test
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

/** The active tab of each group is in brackets. */
function openTabs(): string {
  const groups = vscode.window.tabGroups.all.map(({ tabs }) =>
    tabs.map(({ label, isActive }) => (isActive ? `[${label}]` : label)).join(', '),
  );
  return groups.join(' | ') || 'none';
}
