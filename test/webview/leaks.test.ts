import assert from 'node:assert/strict';
import type { CDPSession, Page } from 'playwright-core';
import { noteOutcome } from '../faults/outcomes.ts';
import { times } from '../faults/size.ts';
import { startOf } from './formSamples.ts';
import { describePages } from './openedPages.ts';

const cycles = times(10, 200);

/** What a page leaves behind after garbage collection. */
interface Footprint {
  readonly documents: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly heapMiB: number;
}

async function footprint(session: CDPSession): Promise<Footprint> {
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    documents: value('Documents'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    heapMiB: value('JSHeapUsedSize') / 2 ** 20,
  };
}

/** Like a VS Code tab: a frame that is removed when it is closed. */
async function openAndClose(
  page: Page,
  address: string,
  ready: string,
  whileOpen?: () => Promise<void>,
): Promise<void> {
  await page.evaluate(`(() => {
    const frame = document.createElement('iframe');
    frame.src = ${JSON.stringify(address)};
    frame.width = 900;
    frame.height = 500;
    document.body.append(frame);
  })()`);
  await page.frameLocator('iframe').locator(ready).first().waitFor();
  await whileOpen?.();
  await page.evaluate("document.querySelector('iframe').remove()");
}

describePages('webview opened and closed repeatedly', (open) => {
  for (const [what, script, ready] of [
    ['table', { rows: 500 }, '.body [role=gridcell]'],
    ['form', { page: 'form' }, '.scroller h1'],
  ] as const)
    it(`leaks no elements, listeners or memory: a ${what}, ${cycles} times`, async function () {
      this.timeout(180_000 + cycles * 3_000);
      // with a process of its own, so that nothing else is counted
      const { page, address } = await open({ width: 1_000, height: 700, scale: 1 }, true);
      await page.addInitScript(`window.formStart = ${JSON.stringify(startOf())}`);
      const source = address('dark', script);
      await page.goto(new URL('/table.js', source).href);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      for (let turn = 0; turn < 5; turn++) await openAndClose(page, source, ready);
      const before = await footprint(session);
      await openAndClose(page, source, ready, async () => {
        const shown = await footprint(session);
        assert.ok(
          shown.documents > before.documents && shown.nodes > before.nodes + 100,
          'it is counted while it is open',
        );
      });
      for (let turn = 0; turn < cycles; turn++) await openAndClose(page, source, ready);
      const after = await footprint(session);
      // the last closed frame may still exist
      assert.ok(after.documents <= before.documents + 2, JSON.stringify({ before, after }));
      assert.ok(after.nodes <= before.nodes * 1.5 + 500, JSON.stringify({ before, after }));
      assert.ok(after.listeners <= before.listeners * 1.5 + 50, JSON.stringify({ before, after }));
      assert.ok(after.heapMiB <= before.heapMiB + 4, JSON.stringify({ before, after }));
      const grown = after.heapMiB - before.heapMiB;
      noteOutcome(
        `leak: page of a ${what}, opened and closed`,
        cycles,
        `documents ${before.documents} → ${after.documents}, nodes ${before.nodes} → ${after.nodes}, listeners ${before.listeners} → ${after.listeners}, heap ${grown >= 0 ? '+' : ''}${grown.toFixed(2)} MiB`,
      );
    });
});
