import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Journey } from './journey.ts';
import { workbenchReady } from './workbench.ts';

/** A restored window restarts the extension and, if used, the demo, which takes a while on a busy machine. */
export const timeToComeBack = 180_000;

/** Reloads the window once VS Code has persisted these texts; later look-ups get a longer timeout. */
export async function reloadWindow({ page, vsCode }: Journey, ...texts: readonly RegExp[]): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const missing = await notRemembered(page, vsCode.userData, texts);
    if (missing.length === 0) break;
    if (Date.now() > end) throw new Error(`VS Code did not write down ${missing.join(', ')}.`);
    await page.waitForTimeout(100);
  }
  page.setDefaultTimeout(timeToComeBack / 2);
  await page.reload();
  await workbenchReady(page);
}

/** Waits until VS Code has deleted its backup of a saved file; an earlier reload would restore the unsaved text. */
export async function backupIsGone({ page, vsCode }: Journey, file: RegExp): Promise<void> {
  const end = Date.now() + 60_000;
  while (unsaved(path.join(vsCode.userData, 'User', 'Backups')).some((text) => file.test(text))) {
    if (Date.now() > end) throw new Error(`VS Code still keeps unsaved text of ${file}.`);
    await page.waitForTimeout(100);
  }
}

/** The browser stores tabs, the server stores unsaved text. */
async function notRemembered(page: Page, userData: string, texts: readonly RegExp[]): Promise<RegExp[]> {
  await page.evaluate(loseFocus);
  const found = [
    ...(await page.evaluate<string[]>(storedByBrowser)),
    ...unsaved(path.join(userData, 'User', 'Backups')),
  ];
  return texts.filter((text) => !found.some((one) => text.test(one)));
}

/** VS Code persists its tabs when its window loses focus. A headless browser keeps focus, so this simulates a blur. */
const loseFocus = `(() => {
  document.hasFocus = () => false;
  window.dispatchEvent(new Event('blur'));
  delete document.hasFocus;
  window.dispatchEvent(new Event('focus'));
})()`;

const storedByBrowser = `(async () => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      found.push(...(await answer(database.transaction(store).objectStore(store).getAll())).map((value) => JSON.stringify(value) ?? ''));
    database.close();
  }
  return found;
})()`;

function unsaved(folder: string): string[] {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
    return files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8'));
  } catch {
    return []; // nothing was kept yet, or it is being written
  }
}
