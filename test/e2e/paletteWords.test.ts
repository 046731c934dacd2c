import assert from 'node:assert/strict';
import { describeJourney } from '../support/journey.ts';
import { openView } from '../support/workbench.ts';

/** What people type, and what has to be the first line of ours then: VS Code has a license as well. */
const wanted: Readonly<Record<string, string>> = {
  license: 'Show License',
  organization: 'Show Organization',
  'bulk edit': 'Bulk Edit…',
  'bulk delete': 'Bulk Delete…',
  'undo bulk': 'Undo Bulk Run…',
  favorite: 'Add to Favorites',
  'delete record': 'Delete Record…',
  'add record': 'Add Record…',
  'open record': 'Open Record…',
  'compare record': 'Compare Record…',
  'search record': 'Search Records…',
  'go to record': 'Go to Record…',
  // VS Code sorts by the alphabet what nobody has used yet: “list view” alone finds the comparison before it
  'open list view': 'Open List View…',
  'compare list': 'Compare List View…',
  history: 'Show History…',
  'add connection': 'Add Connection…',
  'set token': 'Set Token…',
  'sign up': 'Sign Up…',
  'recordbench export': 'Export…',
  'recordbench import': 'Import…',
  'show requests': 'Show Requests',
  'start demo': 'Start Demo',
};

describeJourney('the words that people type into the palette', {}, (journey) => {
  it('find what they mean first', async () => {
    const { page } = journey();
    const box = page.locator('.quick-input-widget');
    const first = box.locator('.monaco-list-row', { hasText: 'Recordbench: ' }).first();
    const found: Record<string, string> = {};
    await openView(page, 'Recordbench'); // what an extension brings is in no palette that was opened before it
    await page.getByText('Add a Connection').first().waitFor();
    await page.keyboard.press('F1');
    for (const [typed, title] of Object.entries(wanted)) {
      await box.locator('input').fill(`>${typed}`);
      const line = first.filter({ hasText: `Recordbench: ${title}` });
      await line.waitFor({ timeout: 5000 }).catch(() => undefined);
      found[typed] = ((await first.locator('.label-name').first().textContent()) ?? '').replace('Recordbench: ', '');
    }
    assert.deepEqual(found, wanted);
    await box.locator('input').fill('>recordbench');
    await first.waitFor();
  });
});
