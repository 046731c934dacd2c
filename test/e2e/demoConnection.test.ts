import { describeJourney } from '../support/journey.ts';
import { openView, runCommand, tree } from '../support/workbench.ts';

describeJourney('a first look', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  it('shows the demo connection in the tree', async () => {
    const { page } = journey();
    await openView(page, 'Recordbench');
    await tree(page).filter({ hasText: 'Demo' }).first().waitFor();
  });

  it('shows the log when the command palette is asked for it', async () => {
    const { page } = journey();
    await runCommand(page, 'Records: Show Log');
    await page.getByRole('document', { name: 'Recordbench - Output' }).waitFor();
  });
});
