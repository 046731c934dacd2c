import { describeJourney } from '../support/journey.ts';
import { openView, tree } from '../support/workbench.ts';

describeJourney('a first look', { settings: { 'recordbench.demo.autoStart': true } }, (journey) => {
  it('shows the demo connection in the tree', async () => {
    const { page } = journey();
    await openView(page, 'Recordbench');
    await tree(page).filter({ hasText: 'Demo' }).first().waitFor();
  });
});
