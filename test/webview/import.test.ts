import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { importHost, type ImportStart } from '../../src/features/import/importProtocol.ts';
import { importStart, importState, refusedImport, wideImport } from './importSamples.ts';
import { describePage, type OpenedPage } from './openedPage.ts';
import { themeNames } from './themes.ts';

describePage('column mapping page', 'import', importHost, (open) => {
  const opened = (start: ImportStart = importStart): Promise<OpenedPage> =>
    open({ start: () => start, reload: () => start });
  const field = ({ page }: OpenedPage, title: string): Locator => page.getByLabel(`Field for “${title}”`);
  const shown = (select: Locator): Promise<string> =>
    select.evaluate((element) => {
      const { selectedOptions } = element as unknown as { selectedOptions: ArrayLike<{ textContent: string }> };
      return selectedOptions[0]?.textContent.trim() ?? '';
    });
  const showState = ({ page }: OpenedPage, data: unknown, name = 'state'): Promise<void> =>
    page.evaluate(
      `window.dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify({ kind: 'event', name, data })} }))`,
    );

  it('are listed with three samples and the mapped field each', async () => {
    const view = await opened();
    const row = view.page.getByRole('row', { name: 'Town' });
    assert.equal((await row.innerText()).replaceAll(/\s+/g, ' ').trim(), 'Town Goa Pune Agra City');
    assert.equal(await shown(field(view, 'Town')), 'City');
    assert.equal(await shown(field(view, 'Color')), 'Not mapped');
    await view.page.getByText('Not mapped, so not imported: Color').waitFor();
    await view.page.getByRole('status').filter({ hasText: '1,665 records · 3 of 5 columns mapped' }).waitFor();
    assert.match(await view.page.getByRole('row', { name: 'Color' }).innerText(), /\(empty\)/);
  });

  it('are mapped by keyboard only, and the response of the host is shown at once', async () => {
    const view = await opened();
    await view.page.getByLabel('Match records by').focus();
    for (let turn = 0; turn < 2; turn++) await view.page.keyboard.press('Tab');
    assert.equal(await field(view, 'Town').evaluate((element) => element.matches(':focus')), true);
    await view.page.keyboard.press('e');
    await view.until('it is told', () => view.received('choose').length > 0);
    assert.deepEqual(view.received('choose'), [{ column: 1, target: 1 }]);
    await showState(view, refusedImport.state);
    await view.page.getByRole('status').filter({ hasText: 'Column “Town”' }).waitFor();
    assert.equal(await field(view, 'Town').getAttribute('aria-invalid'), 'true');
    const described = await field(view, 'Town').getAttribute('aria-describedby');
    assert.match(await view.page.locator(`#${described}`).innerText(), /already mapped to the column “Color”/);
    assert.equal(await view.button('Preview changes').isDisabled(), true);
    assert.equal(await shown(field(view, 'Town')), 'City');
    assert.equal(await field(view, 'Town').evaluate((element) => element.matches(':focus')), true);
  });

  it('show the chosen field when mapped, not an adjacent one', async () => {
    const view = await opened();
    await field(view, 'Color').focus();
    assert.equal(await shown(field(view, 'Color')), 'Not mapped');
    await field(view, 'Color').selectOption({ label: 'Score' });
    assert.deepEqual(view.received('choose'), [{ column: 4, target: 2 }]);
    await showState(view, { ...importState, columns: [...importState.columns.slice(0, 4), { target: 2, note: null }] });
    assert.equal(await shown(field(view, 'Color')), 'Score');
    await showState(view, importState);
    assert.equal(await shown(field(view, 'Color')), 'Not mapped');
  });

  it('are matched by an offered key, and by none until the user chooses one', async () => {
    const view = await opened({ ...importStart, state: { ...importState, match: null, matches: [1, 'none'] } });
    const match = view.page.getByLabel('Match records by');
    assert.equal(await shown(match), 'Choose…');
    await match.selectOption({ label: 'None: add every record' });
    assert.deepEqual(view.received('match'), ['none']);
    await showState(view, { ...importState, match: 'none', matches: [1, 'none'], outcome: 'Every record is added.' });
    assert.equal(await shown(match), 'None: add every record');
    await view.page.getByText('Every record is added.').waitFor();
    await showState(view, { ...importState, match: null, matches: ['none'] });
    assert.equal(await shown(match), 'Choose…');
  });

  it('can be limited to changing or to adding records', async () => {
    const view = await opened();
    const mode = view.page.getByLabel('Import mode');
    assert.equal(await shown(mode), 'Change existing records, add the others');
    await mode.selectOption({ label: 'Change only, never add' });
    assert.deepEqual(view.received('mode'), ['change']);
    const outcome = 'Records with an id are updated. Records without one are skipped.';
    await showState(view, { ...importState, mode: 'change', matches: ['id', 1], outcome });
    assert.equal(await shown(mode), 'Change only, never add');
    assert.equal(await mode.getAttribute('aria-describedby'), 'outcome');
    await view.page.getByText(outcome).waitFor();
  });

  it('are previewed with a button, and cannot be changed during that', async () => {
    const view = await opened();
    await view.button('Preview changes').click();
    await view.until('it is told', () => view.received('preview').length === 1);
    await showState(view, { ...importState, isBusy: true });
    assert.equal(await field(view, 'Town').isDisabled(), true);
    assert.equal(await view.button('Preview changes').isDisabled(), true);
  });

  it('are stored for a window reload as the host requests', async () => {
    const view = await opened();
    await showState(view, { source: 'file:///leads.csv', columns: ['id'] }, 'storeState');
    assert.deepEqual(await view.state(), { source: 'file:///leads.csv', columns: ['id'] });
  });

  it('are reloaded on request, also after a failure', async () => {
    let isBroken = false;
    const reload = (): ImportStart => {
      if (isBroken) throw new Error('Could not read leads.csv: a quote is never closed. Correct it there.');
      return importStart;
    };
    const view = await open({ start: () => importStart, reload });
    isBroken = true;
    await view.button('Reload file').click();
    await view.page.getByRole('alert').filter({ hasText: 'a quote is never closed' }).waitFor();
    isBroken = false;
    await view.button('Try again').click();
    await field(view, 'Town').waitFor();
  });

  it('can be in the thousands, without all fields in each list', async () => {
    const view = await opened(wideImport(1_000, 'Column'));
    await view.page.locator('tbody tr').nth(999).waitFor();
    assert.ok((await view.page.locator('option').count()) < 1_100);
  });

  it('have no axe violations in any theme', async () => {
    for (const theme of themeNames)
      for (const start of [importStart, refusedImport]) {
        const view = await open({ start: () => start, reload: () => start }, { theme });
        await field(view, 'Town').waitFor();
        assert.deepEqual(await view.violations(theme), [], theme);
      }
  });
});
