import assert from 'node:assert/strict';
import type { ConnectionSaveAnswer } from '../../src/features/connection/connectionProtocol.ts';
import { connectionFormHost } from '../../src/features/connection/connectionProtocol.ts';
import { connectionHost, connectionStart, wrongConnection } from './connectionSample.ts';
import { describePage } from './openedPage.ts';
import { themeNames } from './themes.ts';

describePage('connection form', 'connection', connectionFormHost, (open) => {
  it('keeps input typed during a save, and saves once for repeated requests', async () => {
    const answer = Promise.withResolvers<ConnectionSaveAnswer>();
    let saves = 0;
    const save = (): Promise<ConnectionSaveAnswer> => {
      saves += 1;
      return answer.promise;
    };
    const form = await open({ ...connectionHost(connectionStart), save });
    const { page } = form;
    await page.getByLabel('Name').fill(' Renamed ');
    await form.button('Save').press('Enter');
    await page.getByText('Saving…').waitFor();
    assert.ok(await form.button('Save').evaluate((button) => button.matches(':focus')), 'the keyboard stays there');
    await page.getByLabel('Proxy').fill('http://proxy.example.com');
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Enter');
    answer.resolve({ saved: { ...connectionStart.saved, name: 'Renamed' } });
    await page.getByText('Not saved yet.').waitFor();
    assert.equal(saves, 1);
    assert.equal(await page.getByLabel('Name').inputValue(), 'Renamed');
    assert.equal(await page.getByLabel('Proxy').inputValue(), 'http://proxy.example.com');
    const draft = { ...connectionStart.saved, name: 'Renamed', proxy: 'http://proxy.example.com' };
    assert.deepEqual(await form.state(), { connection: connectionStart.connection, draft });
    await form.until(
      'the draft is told',
      () => JSON.stringify(form.received('draft').at(-1)) === JSON.stringify(draft),
    );
  });

  it('tests the typed address and shows the result at the field without a layout shift', async () => {
    const tried: string[] = [];
    const tryAddress = ({ baseUrl }: { baseUrl: string }): { works: boolean; sentence: string } => {
      tried.push(baseUrl);
      return baseUrl.endsWith('.org')
        ? { works: true, sentence: 'Found a record service.' }
        : { works: false, sentence: 'No machine of that name is known. Check the address, and the network.' };
    };
    for (const size of [
      { width: 900, height: 900 },
      { width: 320, height: 700 },
    ]) {
      tried.length = 0;
      const form = await open({ ...connectionHost(connectionStart), tryAddress }, { size });
      const { page } = form;
      const address = page.getByLabel('Address');
      const answer = page.locator('#baseUrl-answer');
      const below = async (): Promise<number> =>
        (await page.getByLabel('Color').boundingBox())?.y ?? assert.fail('there is no next field');
      await address.fill('https://records.example.or');
      const before = await below();
      await answer.getByText('No machine of that name is known.').waitFor();
      assert.equal(await below(), before);
      await address.press('End');
      await address.press('g');
      await answer.getByText('No machine').waitFor({ state: 'hidden' });
      await address.press('Tab');
      await answer.getByText('Found a record service.').waitFor();
      assert.equal(await below(), before);
      assert.deepEqual(tried, ['https://records.example.or', 'https://records.example.org']);
      assert.match((await address.getAttribute('aria-describedby')) ?? '', /baseUrl-answer/);
      assert.equal(await answer.getAttribute('role'), 'status');
      await address.fill(connectionStart.saved.baseUrl);
      await answer.getByText('Found a record service.').waitFor({ state: 'hidden' });
      await address.fill('nonsense address');
      await page.getByText('is not a web address').waitFor();
      if (size.width > 500) assert.equal(await below(), before);
    }
  });

  it('tests an address as soon as its field loses focus, unless it is already saved', async () => {
    const { page, sent } = await open(connectionHost(connectionStart));
    const address = page.getByLabel('Address');
    await address.waitFor();
    // stop the clock, so that no debounce ends
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await address.fill('https://records.example.org');
    await address.press('Tab');
    await page.locator('#baseUrl-answer').getByText('It works.').waitFor();
    await address.fill(connectionStart.saved.baseUrl);
    await address.press('Tab');
    await page.clock.runFor(5_000);
    assert.equal(sent.filter((message) => (message as { name?: string }).name === 'tryAddress').length, 1);
  });

  it('reports that it was saved only afterward, and only for a while', async () => {
    const form = await open({
      ...connectionHost(connectionStart),
      save: (sent) => ({ saved: sent }),
    });
    const { page } = form;
    const said = page.locator('footer [role=status]');
    await page.getByLabel('Name').waitFor();
    assert.equal(await said.innerText(), '');
    await page.getByLabel('Name').fill('Renamed');
    await said.getByText('Not saved yet.').waitFor();
    await form.button('Undo changes').click();
    assert.equal(await said.innerText(), '');
    await page.clock.install();
    await page.getByLabel('Name').fill('Renamed');
    await page.keyboard.press('Control+s');
    await said.getByText('Saved', { exact: true }).waitFor();
    await page.clock.fastForward(10_000);
    await said.getByText('Saved', { exact: true }).waitFor({ state: 'hidden' });
  });

  it('collapses the bulk endpoints unless they are used', async () => {
    const plain = await open(connectionHost(connectionStart));
    const path = 'Bulk edit: path';
    await plain.page.getByLabel('Proxy').waitFor();
    assert.equal(await plain.page.getByLabel(path).isVisible(), false);
    await plain.page.getByText('Advanced', { exact: true }).click();
    await plain.page.getByLabel(path).fill('{module}/x');
    await plain.page.getByLabel(path).fill('');
    assert.equal(await plain.page.getByLabel(path).isVisible(), true);
    const draft = { ...connectionStart.saved, bulkDeletePath: '../x' };
    const used = await open(connectionHost({ ...connectionStart, draft }));
    await used.button('Save').click();
    await used.page.getByLabel('Bulk delete: path').and(used.page.locator(':focus')).waitFor();
  });

  it('keeps editing keys from VS Code, and passes on its shortcuts', async () => {
    const { page } = await open(connectionHost(connectionStart));
    await page.getByLabel('Name').focus();
    await page.evaluate(
      `window.keys = []; window.addEventListener('keydown', ({ key }) => key !== 'Control' && window.keys.push(key))`,
    );
    for (const key of ['Control+a', 'x', 'Control+z', 'Control+p']) await page.keyboard.press(key);
    assert.deepEqual(await page.evaluate('window.keys'), ['p']);
  });

  for (const theme of themeNames)
    it(`has no axe violations in the theme ${theme}, with errors shown`, async () => {
      const form = await open(connectionHost(wrongConnection), { theme });
      await form.page.getByText('Advanced', { exact: true }).click();
      await form.page.getByLabel('Address').fill('https://records.example.org');
      await form.page.getByText('It works.').waitFor();
      await form.page.getByLabel('Proxy').fill('nonsense');
      await form.button('Test').click();
      await form.page.locator('[aria-invalid=true]').first().waitFor();
      assert.deepEqual(await form.violations(theme), []);
    });
});
