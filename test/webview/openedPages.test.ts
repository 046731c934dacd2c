import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describePages } from './openedPages.ts';

const size = { width: 400, height: 300 };
const left = `[...['added', 'exposed'].filter((name) => name in window), ...(sessionStorage.getItem('stored') ? ['stored'] : [])]`;

describePages('page of an earlier test', (open) => {
  const pages: Page[] = [];
  let requests = 0;

  it('keeps what its test added while the test runs, also across a reload', async () => {
    const { page, address } = await open(size);
    pages.push(page);
    await page.addInitScript('window.added = true');
    await page.exposeFunction('exposed', () => true);
    page.on('request', () => (requests += 1));
    await page.goto(address('dark', { rows: 1, columns: 1 }));
    await page.evaluate(`sessionStorage.setItem('stored', '1')`);
    await page.reload();
    assert.deepEqual(await page.evaluate(left), ['added', 'exposed', 'stored']);
    assert.ok(requests > 0);
  });

  it('is like a new one for the next test', async () => {
    const { page, address } = await open(size);
    assert.ok(pages.includes(page), 'it is the same page');
    const before = requests;
    await page.goto(address('dark', { rows: 1, columns: 1 }));
    assert.deepEqual(await page.evaluate(left), []);
    assert.equal(requests, before);
  });

  it('is not used by a test that needs a new one, nor by two at once', async () => {
    const opened = [await open(size, true), await open(size), await open(size)].map(({ page }) => page);
    assert.equal(new Set(opened).size, 3);
    assert.ok(opened[0] && !pages.includes(opened[0]));
  });

  it('is not used after its clock was replaced', async () => {
    const { page, address } = await open(size);
    pages.splice(0, pages.length, page);
    await page.clock.install();
    await page.goto(address('dark', { rows: 1, columns: 1 }));
  });

  it('has the real clock again', async () => {
    const { page, address } = await open(size);
    assert.ok(!pages.includes(page));
    await page.goto(address('dark', { rows: 1, columns: 1 }));
    assert.equal(await page.evaluate(`'__pwClock' in window`), false);
  });
});
