import assert from 'node:assert/strict';
import type { ConnectionSaveAnswer } from '../../src/protocol/connectionProtocol.ts';
import { connectionFormHost } from '../../src/protocol/connectionProtocol.ts';
import { connectionHost, connectionStart, wrongConnection } from './connectionSample.ts';
import { describePage } from './openedPage.ts';
import { themeNames } from './themes.ts';

describePage('the form of a connection', 'connection', connectionFormHost, (open) => {
  it('keeps what is typed while it is being saved, and is saved once however often that is asked for', async () => {
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
    await form.until('the draft is told', () => JSON.stringify(form.told('draft').at(-1)) === JSON.stringify(draft));
  });

  it('keeps typing keys from VS Code, and leaves it those of its own', async () => {
    const { page } = await open(connectionHost(connectionStart));
    await page.getByLabel('Name').focus();
    await page.evaluate(
      `window.keys = []; window.addEventListener('keydown', ({ key }) => key !== 'Control' && window.keys.push(key))`,
    );
    for (const key of ['Control+a', 'x', 'Control+z', 'Control+p']) await page.keyboard.press(key);
    assert.deepEqual(await page.evaluate('window.keys'), ['p']);
  });

  for (const theme of themeNames)
    it(`has nothing that axe objects to in the theme ${theme}, with something wrong in it`, async () => {
      const form = await open(connectionHost(wrongConnection), { theme });
      await form.page.getByLabel('Proxy').fill('nonsense');
      await form.button('Test').click();
      await form.page.locator('[aria-invalid=true]').first().waitFor();
      assert.deepEqual(await form.violations(), []);
    });
});
