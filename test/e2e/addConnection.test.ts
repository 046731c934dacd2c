import assert from 'node:assert/strict';
import { tokensInBrowser } from '../support/browserStorage.ts';
import { describeJourney } from '../support/journey.ts';
import { type ListViewService, listViewService } from '../support/listViewService.ts';
import { holdsToken, markedToken } from '../support/markedToken.ts';
import { enter, openView, runCommand, tree } from '../support/workbench.ts';

describeJourney('adding a connection', {}, (journey) => {
  let service: ListViewService;
  before(async () => (service = await listViewService(markedToken('right'))));
  after(() => service.close());

  it('reports a wrong token before adding anything', async () => {
    const { page } = journey();
    await openView(page, 'Recordbench');
    await page.getByRole('button', { name: 'Add a Connection' }).click();
    await enter(page, 'Add Connection: Address', service.url);
    await enter(page, 'Add Connection: Name', 'Production');
    await enter(page, 'Add Connection: Token', markedToken('wrong'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The access token has expired. Set a token that the service accepts.').waitFor();
    assert.equal(await tree(page).count(), 0);
  });

  it('loads the tree once the token is correct', async () => {
    const { page } = journey();
    await page.getByRole('dialog').getByRole('button', { name: 'Set Token' }).click();
    await enter(page, 'Add Connection: Token', markedToken('right'));
    await page.getByText('Production works: 2 controllers with 3 list views.').first().waitFor();
    await tree(page).filter({ hasText: 'leads' }).waitFor();
    const line = tree(page).filter({ hasText: 'Production' });
    await line.and(page.locator('[aria-expanded=true][aria-selected=true]')).waitFor();
  });

  it('offers Set Token when a token expires later, and continues with the new one', async () => {
    const { page } = journey();
    service.token = markedToken('newer');
    await runCommand(page, 'Recordbench: Refresh');
    const failure = tree(page).filter({ hasText: 'The access token has expired' });
    await failure.waitFor();
    await failure.hover();
    await failure.getByRole('button', { name: 'Set Token' }).click();
    await enter(page, 'Set Token: Production', markedToken('newer'));
    await tree(page).filter({ hasText: 'leads' }).waitFor();
    assert.equal(await failure.count(), 0);
  });

  it('shows the token neither on screen nor in the settings', async () => {
    const { page } = journey();
    await runCommand(page, 'Preferences: Open User Settings (JSON)');
    const text = page.locator('.monaco-editor .view-lines');
    await text.getByText('"production"', { exact: true }).waitFor();
    assert.ok(!holdsToken(Buffer.from(await text.innerText())));
  });

  it('stores the token only in the encrypted secret storage', async () => {
    const { page } = journey();
    const sealed = await page.evaluate<string | null>(`localStorage.getItem('secrets.provider')`);
    assert.match(sealed ?? '', /^[A-Za-z0-9+/]{100,}=*$/);
    assert.deepEqual(await tokensInBrowser(page.context().browser() ?? assert.fail('there is no browser')), []);
  });
});
