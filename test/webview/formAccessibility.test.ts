import assert from 'node:assert/strict';
import { describeForm } from './openedForm.ts';
import { startOf, troubled } from './formSamples.ts';
import { pageViolations } from './pageViolations.ts';
import { themeNames } from './themes.ts';

describeForm('form accessibility', (open) => {
  for (const theme of themeNames)
    for (const width of [1_000, 300])
      it(`in the theme ${theme}, ${width} pixels wide`, async () => {
        const form = await open({ theme, width, start: startOf({ state: troubled }) });
        const violations = (): Promise<string[]> => pageViolations(form.page, theme);
        await form.around('Score').getByRole('button', { name: "Why can't I edit this?" }).click();
        await form.around('Score').getByText('Details').click();
        await form.around('Score').getByText('permission to view').waitFor();
        await form.page.getByRole('heading', { name: 'System', exact: true }).click();
        await form.page.getByRole('heading', { name: 'Deals', exact: true }).click();
        await form.page.getByText('1–3 of 3').waitFor();
        await form.field('Extra').fill('{');
        await form.field('Owner').fill('an');
        await form.page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
        assert.deepEqual(await violations(), []);
        await form.page.keyboard.press('Escape');
        await form.host("state({ lock: 'Locked.', isSaving: true })");
        await form.page.getByText('Saving…').waitFor();
        assert.deepEqual(await violations(), []);
      });
});
