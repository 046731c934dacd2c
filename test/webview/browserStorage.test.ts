import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { tokensInBrowser } from '../support/browserStorage.ts';
import { markedToken } from '../support/markedToken.ts';
import { Progress } from '../support/progress.ts';

describe('token check of browser storage', () => {
  let browser: Browser;
  let page: Page;

  before(async function () {
    browser = await launchBrowser(await findBrowser(new Progress()));
    const context = await browser.newContext();
    await context.route('https://rig.test/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: route.request().url().endsWith('/inner') ? 'inner' : '<iframe src="/inner"></iframe>',
      }),
    );
    page = await context.newPage();
    await page.goto('https://rig.test/');
  });
  after(() => browser.close());

  it('passes when there is no token', async () => {
    assert.deepEqual(await tokensInBrowser(browser), []);
  });

  it('finds a token in any storage of a page or a frame', async () => {
    const inner = page.frames()[1] ?? assert.fail('there is no frame');
    await inner.evaluate(`(async (token) => {
      localStorage.setItem('kept', token);
      sessionStorage.setItem('kept', token);
      document.cookie = 'kept=' + token;
      await (await caches.open('kept')).put('/kept', new Response(token));
      await new Promise((resolve) => {
        const opening = indexedDB.open('kept');
        opening.onupgradeneeded = () => opening.result.createObjectStore('store');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('store', 'readwrite');
          writing.objectStore('store').put({ file: new TextEncoder().encode(token) }, 'key');
          writing.oncomplete = resolve;
        };
      });
    })('${markedToken('browser')}')`);
    await page.evaluate(`history.pushState(null, '', '/?kept=${markedToken('address')}')`);
    assert.deepEqual((await tokensInBrowser(browser)).toSorted(), [
      'a cookie',
      'the address of a page',
      'the cache kept',
      'the database kept, store',
      'the local storage “kept”',
      'the session storage “kept”',
    ]);
  });

  it('fails when a frame cannot be inspected', async () => {
    const inner = page.frames()[1] ?? assert.fail('there is no frame');
    await inner.evaluate("Object.entries = () => { throw new Error('not for you'); }");
    await assert.rejects(tokensInBrowser(browser), /look for tokens in https:\/\/rig\.test\/inner: .*not for you/);
  });
});
