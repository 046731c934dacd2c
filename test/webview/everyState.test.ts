import assert from 'node:assert/strict';
import { misfits } from './fittingPage.ts';
import { describePages } from './openedPages.ts';
import { pageViolations } from './pageViolations.ts';
import { type SheetState, SheetView, titleOf } from './states/sheetState.ts';
import { sheetStates } from './states/sheetStates.ts';

describePages('every page state', (open) => {
  const fits = (state: SheetState, words: 'ltr' | 'rtl'): void => {
    for (const width of [1_200, 320])
      it(`truncates and overlaps no text at ${width} pixels: ${titleOf(state)}`, async () => {
        const { page, address } = await open({ width, height: 800 });
        await state.show(new SheetView(page, address, 'dark', words));
        assert.deepEqual(await misfits(page), []);
      });
  };

  it('fails the check when text is truncated, overlaps or overflows the page', async () => {
    const { page } = await open({ width: 320, height: 400 });
    await page.setContent(`<style>p { position: absolute; margin: 0; top: 9px; white-space: nowrap }</style>
      <p>One of them</p><p>The other</p><h1 style="width: 50px; overflow: hidden">Incomprehensibility</h1>
      <main style="overflow: auto; width: 100px"><div style="width: 200px">Beyond</div></main>`);
    const found = (await misfits(page)).join('\n');
    for (const what of [/“One of them” stands over “The other”/, /<h1 .*Incomprehensibility/, /scrolls sideways: main/])
      assert.match(found, what);
  });

  describe('while loading or failed', () => {
    for (const state of sheetStates)
      if (state.state === 'loading' || state.state === 'service gone')
        it(`has no axe violations: ${titleOf(state)}`, async () => {
          const { page, address } = await open({ width: 600, height: 800 });
          await state.show(new SheetView(page, address, 'light'));
          assert.deepEqual(await pageViolations(page), []);
        });
  });

  describe('in the pseudo-locale', () => {
    for (const state of sheetStates) if (state.state === 'very long') fits(state, 'ltr');
  });

  describe('in right-to-left layout', () => {
    for (const state of sheetStates) if (state.state === 'right to left') fits(state, 'rtl');
  });
});
