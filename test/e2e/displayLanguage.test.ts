import { describeJourney } from '../support/journey.ts';
import { openView, runCommand, tree, treeLine, webview } from '../support/workbench.ts';

const settings = { 'recordbench.connections': [{ id: 'away', name: 'Lager', baseUrl: 'http://127.0.0.1:9' }] };

describeJourney('VS Code in German', { language: 'de', settings }, (journey) => {
  it('shows views, commands and forms in German', async () => {
    const { page } = journey();
    await openView(page, 'Recordbench');
    await page.getByRole('button', { name: 'Ausstehende Änderungen' }).waitFor();
    await treeLine(page, 'Lager').waitFor();
    await tree(page).filter({ hasText: 'Die Verbindung wurde verweigert' }).waitFor();
    await runCommand(page, 'Recordbench: Verbindung bearbeiten');
    const form = webview(page);
    await form.getByRole('button', { name: 'Token festlegen…' }).waitFor();
    await form.locator('html[lang=de]').waitFor({ state: 'attached' });
    await runCommand(page, 'Recordbench: Anfragen anzeigen');
    const request = page.locator('.panel').getByRole('treeitem').first();
    await request.filter({ hasText: /keine Antwort · .* · \d\d:\d\d:\d\d · Lager/ }).waitFor();
  });
});
