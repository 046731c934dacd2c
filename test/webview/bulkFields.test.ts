import assert from 'node:assert/strict';
import { bulkHost } from '../../src/features/bulk/bulkProtocol.ts';
import { choose, choosing, handlers } from './openedBulk.ts';
import { describePage } from './openedPage.ts';

describePage('fields of a bulk edit', 'bulk', bulkHost, (open) => {
  it('ask for a field and its new value, and report what is missing', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await choose(shown, 'City');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Enter the new value of City, or choose Clear.').waitFor();
    await page.getByRole('group', { name: 'City' }).getByLabel('Operation').selectOption({ label: 'Find and replace' });
    await page.getByLabel('Find', { exact: true }).fill('oa');
    await page.getByLabel('Replace with').fill('wa');
    await choose(shown, 'Score');
    await page.getByRole('group', { name: 'Score' }).getByLabel('Operation').selectOption({ label: 'Add' });
    await page.getByLabel('Amount').fill('-2.5');
    await choose(shown, 'Stage');
    await page.getByRole('group', { name: 'Stage' }).getByLabel('New value').selectOption({ label: 'Won lead' });
    await choose(shown, 'Active');
    await page.getByRole('button', { name: 'Remove Active' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.received('plan').length === 1);
    assert.deepEqual(shown.received('plan')[0], [
      { field: 'city', kind: 'replace', find: 'oa', with: 'wa' },
      { field: 'score', kind: 'add', amount: '-2.5' },
      { field: 'stage', kind: 'set', value: 'won' },
    ]);
  });

  it('focus the first incomplete field, and keep focus when a field is removed', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await choose(shown, 'City');
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    await page.getByRole('status').getByText('Some values are missing. See below.').waitFor();
    await page.getByRole('group', { name: 'City' }).locator('input[aria-invalid=true]:focus').waitFor();
    await page.getByRole('button', { name: 'Remove City' }).press('Enter');
    await page.getByLabel('Field to change').and(page.locator(':focus')).waitFor();
  });

  it('add a field by keyboard only when it is chosen, then focus its value', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await page.getByLabel('Field to change').focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    assert.equal(await page.getByRole('group').count(), 0);
    await page.keyboard.press('Tab');
    await page.getByRole('group', { name: 'Score' }).getByLabel('New value').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('7');
    await shown.until('the draft', () => shown.received('drafts').length > 1);
    const drafts = shown.received('drafts').at(-1) as readonly { field: string; value: string[] }[];
    assert.deepEqual(
      drafts.map((draft) => [draft.field, draft.value]),
      [['score', ['7']]],
    );
  });

  it('set a reference by look-up: the field, three letters of the name, Enter', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await page.getByLabel('Field to change').focus();
    await page.getByLabel('Field to change').selectOption({ label: 'Owner' });
    const owner = page.getByRole('group', { name: 'Owner' }).getByLabel('New value');
    await owner.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('ana');
    await page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
    await page.keyboard.press('Enter');
    await shown.until('the draft', () => shown.received('drafts').length > 1);
    assert.equal(await owner.inputValue(), 'Ana Roy');
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.received('plan').length === 1);
    assert.deepEqual(shown.received('plan')[0], [{ field: 'owner', kind: 'set', value: '3', text: 'Ana Roy' }]);
  });

  it('accept an id for a reference, or a name chosen from the list', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    await choose(shown, 'Owner');
    const owner = page.getByRole('group', { name: 'Owner' }).getByLabel('New value');
    await owner.fill('Nobody');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('No record is selected for “Nobody”.').waitFor();
    await owner.and(page.locator(':focus')).waitFor();
    assert.deepEqual(shown.received('plan'), []);
    await owner.fill('42');
    await choose(shown, 'Parent');
    await page.getByRole('group', { name: 'Parent' }).getByLabel('New value').fill('7');
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.received('plan').length === 1);
    assert.deepEqual(shown.received('plan')[0], [
      { field: 'owner', kind: 'set', value: '42' },
      { field: 'parent', kind: 'set', value: '7' },
    ]);
  });

  it('pick dates and times in the format of the service, and check multiple choices', async () => {
    const shown = await open(handlers(choosing));
    const { page } = shown;
    for (const label of ['Due', 'Met', 'Seen', 'Tags']) await choose(shown, label);
    await page.getByRole('group', { name: 'Due' }).getByLabel('New value').fill('2027-01-31');
    await page.getByRole('group', { name: 'Met' }).getByLabel('New value').fill('2027-01-31T08:30');
    await page.getByRole('group', { name: 'Seen' }).getByLabel('New value').fill('2027-01-31T08:30');
    await page.getByRole('group', { name: 'Tags' }).getByLabel('Beta').check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await shown.until('the plan', () => shown.received('plan').length === 1);
    assert.deepEqual(shown.received('plan')[0], [
      { field: 'due', kind: 'set', value: '2027-01-31' },
      { field: 'met', kind: 'set', value: '2027-01-31 08:30:00' },
      { field: 'seen', kind: 'set', value: '31.01.2027 08:30' },
      { field: 'tags', kind: 'set', value: 'b' },
    ]);
  });

  it('keep typed values, also when a tab is restored', async () => {
    const drafts = [{ field: 'city', kind: 'set' as const, value: ['Pune'], find: '' }];
    const shown = await open(handlers({ ...choosing, drafts }));
    const box = shown.page.getByRole('group', { name: 'City' }).getByLabel('New value');
    assert.equal(await box.inputValue(), 'Pune');
    await box.fill('Agra');
    await shown.until('the drafts', () => shown.received('drafts').length > 0);
    assert.deepEqual(shown.received('drafts').at(-1), [{ ...drafts[0], value: ['Agra'] }]);
  });
});
