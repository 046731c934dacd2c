import assert from 'node:assert/strict';
import { defaultNetworkChoices } from '../../src/model/connection/connection.ts';
import { draftOf } from '../../src/model/connection/connectionDraft.ts';
import { connectionFormHost } from '../../src/protocol/connectionForm.ts';
import { testConnection } from '../support/testConnection.ts';
import { describePage } from './openedPage.ts';
import { themeNames } from './themes.ts';

describePage('the form of a connection', 'connection', connectionFormHost, (open) => {
  for (const theme of themeNames)
    it(`has nothing that axe objects to in the theme ${theme}, with something wrong in it`, async () => {
      const connection = testConnection('https://records.example.com');
      const draft = draftOf(connection, defaultNetworkChoices);
      const form = await open(
        {
          start: () => ({
            connection: connection.id,
            saved: draft,
            draft: { ...draft, name: '' },
            usual: { timeoutSeconds: 30, pageSize: 100, proxy: '' },
          }),
          save: () => null,
          test: () => ({ works: false, sentence: 'Nothing answers.' }),
        },
        { theme },
      );
      await form.page.getByLabel('Proxy').fill('nonsense');
      await form.button('Test').click();
      await form.page.locator('[aria-invalid=true]').first().waitFor();
      assert.deepEqual(await form.violations(), []);
    });
});
