import assert from 'node:assert/strict';
import { describeJourney } from '../support/journey.ts';
import { openView } from '../support/workbench.ts';

/** What users type, and which of our commands must then come first: VS Code has a license command as well. */
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
  // VS Code sorts unused commands alphabetically: “list view” alone finds the comparison first
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

describeJourney('palette search words', {}, (journey) => {
  it('list the expected command first', async () => {
    const { page } = journey();
    const box = page.locator('.quick-input-widget');
    const first = box.locator('.monaco-list-row', { hasText: 'Recordbench: ' }).first();
    const found: Record<string, string> = {};
    await openView(page, 'Recordbench'); // a palette opened before the extension is loaded doesn't contain its commands
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
