import assert from 'node:assert/strict';
import { compareHost, type CompareState } from '../../src/features/compare/compareProtocol.ts';
import { compareState, compareWindow } from './compareSamples.ts';
import { describePage, type OpenedPage } from './openedPage.ts';
import { themeNames } from './themes.ts';

const total = 2_000_000;

describePage('comparison', 'compare', compareHost, (open) => {
  const opened = (state: Partial<CompareState> = {}, rows = total): Promise<OpenedPage> =>
    open({ start: () => ({ ...compareState, ...state }), rows: compareWindow(rows) });
  const row = ({ page }: OpenedPage, name: string) =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

  it('shows the result and its subject at once', async () => {
    const { page } = await opened();
    await page
      .getByRole('status')
      .filter({ hasText: 'Different: 700 · Only in Live: 200 · Only in Test: 99 · Ambiguous: 1 · The same: 12,345' })
      .waitFor();
    for (const text of ['All leads (Live)', 'All leads (Test)', 'Email', 'Fields only in Live: Region'])
      await page.getByText(text, { exact: true }).waitFor();
  });

  it('reports that its result is missing, and offers to compare again', async () => {
    const counts = { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 0, notCompared: 0 };
    const problem = 'The result of this comparison is no longer on disk.';
    const view = await opened({ counts, problem, fields: [], isComplete: false }, 0);
    await view.page.getByRole('status').filter({ hasText: problem }).waitFor();
    assert.doesNotMatch((await view.page.getByRole('status').textContent()) ?? '', /Nothing differs/);
    assert.equal(await view.button('Make a plan…').count(), 0);
    await view.button('Compare again').click();
    await view.until('it is told', () => JSON.stringify(view.sent).includes('"compareAgain"'));
  });

  it('shows both values of each differing field, and records that exist on one side only', async () => {
    const view = await opened();
    const said = async (name: string): Promise<string> => (await row(view, name).innerText()).replaceAll(/\s+/g, ' ');
    await row(view, 'Lead 1').waitFor();
    assert.match(await said('Lead 1'), /City: Goa ↔ Pune · Score: 1,200 ↔ \(empty\) Different/);
    assert.match(await said('Lead 2'), /City: Goa Only in Live/);
    assert.match(await said('Lead 4'), /Live: 2\. Test: 1\. .* Ambiguous/);
  });

  it('requests only visible rows, down to the last of millions', async () => {
    const view = await opened();
    await row(view, 'Lead 1').waitFor();
    const list = view.page.getByRole('region', { name: 'Differences' });
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await row(view, `Lead ${total}`).waitFor();
    assert.ok((await view.page.getByRole('row').count()) < 150);
    const box = await row(view, `Lead ${total}`).boundingBox();
    const room = await list.boundingBox();
    assert.ok(box && room && box.y + box.height <= room.y + room.height + 1, 'the last one can be seen');
    await list.evaluate((element) => element.scrollTo(0, 0));
    await row(view, 'Lead 1').waitFor();
  });

  it('shows the last row in a narrow page too, where rows are taller', async () => {
    const view = await open(
      { start: () => compareState, rows: compareWindow(299) },
      { size: { width: 400, height: 900 } },
    );
    await row(view, 'Lead 1').waitFor();
    const list = view.page.getByRole('region', { name: 'Differences' });
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await row(view, 'Lead 299').waitFor();
    const [box, room] = [await row(view, 'Lead 299').boundingBox(), await list.boundingBox()];
    assert.ok(box && room && Math.abs(box.y + box.height - room.y - room.height) < 3, 'it stands at the end');
    const name = await view.button('Lead 299').boundingBox();
    assert.ok(name && box && name.x - box.x < 40, 'its name stands at the edge');
  });

  it('is filtered by kind and by field', async () => {
    const view = await opened();
    const asked = (): unknown =>
      view.sent
        .map((message) => message as { name?: string; params?: { filter?: unknown } })
        .findLast(({ name }) => name === 'rows')?.params?.filter;
    await row(view, 'Lead 1').waitFor();
    await view.button('Only in Test (99)').click();
    await view.until('the others', () => asked() === 'onlyThere');
    assert.equal(await view.button('Only in Test (99)').getAttribute('aria-pressed'), 'true');
    await view.page.getByLabel('Different in', { exact: true }).selectOption('Score (200)');
    await view.until('those of a field', () => JSON.stringify(asked()) === '{"field":5}');
    assert.equal(await view.button('Only in Test (99)').getAttribute('aria-pressed'), 'false');
  });

  it('opens a pair on Enter and on double-click, but not an ambiguous one', async () => {
    const view = await opened();
    await view.button('Lead 1').focus();
    await view.page.keyboard.press('Enter');
    await view.until('the first', () => view.received('openEntry').length === 1);
    await row(view, 'Lead 2').locator('.outcome').dblclick();
    await view.until('the second', () => view.received('openEntry').length === 2);
    assert.deepEqual(view.received('openEntry'), [
      { filter: 'all', at: 0 },
      { filter: 'all', at: 1 },
    ]);
    await row(view, 'Lead 4').locator('.outcome').dblclick();
    assert.equal(view.received('openEntry').length, 2);
  });

  it('shows the full details of the focused row', async () => {
    const view = await opened();
    await view.button('Lead 1').focus();
    await view.page.locator('.detail').filter({ hasText: 'Score: 1,200 ↔ (empty)' }).waitFor();
  });

  it('offers its actions, and disables them while busy', async () => {
    const view = await opened();
    await view.button('Make a plan…').click();
    await view.button('Export…').click();
    await view.button('Compare again').click();
    await view.button('Only in Live (200)').click();
    await view.button('Show all changes').click();
    await view.until('all of it', () => view.received('showChanges').length === 1);
    assert.deepEqual(
      ['makePlan', 'exportResult', 'compareAgain'].map((name) => view.received(name).length),
      [1, 1, 1],
    );
    assert.deepEqual(view.received('showChanges'), ['onlyHere']);
    const busy = await opened({ isBusy: true });
    for (const name of ['Show all changes', 'Make a plan…', 'Export…', 'Compare again'])
      assert.ok(await busy.button(name).isDisabled(), name);
  });

  it('reports that nothing differs, and offers only to compare again', async () => {
    const counts = { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 7, notCompared: 0 };
    const view = await opened({ counts, fields: [] }, 0);
    await view.page.getByText('No differences. The same: 7.').waitFor();
    assert.equal(await view.page.getByRole('region', { name: 'Differences' }).count(), 0);
    const buttons = view.page.locator('.buttons').getByRole('button');
    assert.deepEqual(await buttons.allInnerTexts(), ['Compare again']);
    assert.ok(await buttons.isEnabled());
  });

  it('counts the compared fields, and makes no claim when only the key is shared', async () => {
    const usual = await opened();
    await usual.page.getByText('3: Name, City, Score', { exact: true }).waitFor();
    const counts = { different: 0, onlyHere: 0, onlyThere: 0, duplicate: 0, same: 0, notCompared: 1_076 };
    const view = await opened({ counts, compared: [], matchedBy: null, fields: [] }, 0);
    const said = (await view.page.getByRole('status').textContent()) ?? '';
    assert.match(said, /No values were compared: the lists have no field in common except “id”\./);
    assert.match(said, /In both, not compared: 1,076/);
    assert.doesNotMatch(said, /same|Nothing differs/i);
  });

  it('shows its connections at the top, and fits below them', async () => {
    const view = await opened();
    const band = view.page.getByRole('region', { name: 'Connection', exact: true });
    const tell = (data: readonly object[]): Promise<unknown> =>
      view.page.evaluate(
        `window.dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify({ kind: 'event', name: 'connections', data })} }))`,
      );
    await tell([
      { name: 'Staging', color: null, readOnly: true },
      { name: '<b>Live</b>', color: 'red', readOnly: false },
    ]);
    assert.deepEqual(await band.locator('.connection').allInnerTexts(), ['Staging (read-only)', '<b>Live</b>']);
    const fill = await view.page.evaluate(
      `getComputedStyle(document.querySelector('.connection.red')).backgroundColor`,
    );
    assert.notEqual(fill, 'rgba(0, 0, 0, 0)');
    const [top, page] = [await band.boundingBox(), await view.page.locator('recordbench-compare').boundingBox()];
    assert.deepEqual([top?.y, page?.y, (page?.y ?? 0) + (page?.height ?? 0)], [0, top?.height, 900]);
    await tell([{ name: 'Renamed', color: null, readOnly: false }]);
    assert.deepEqual(await band.locator('.connection').allInnerTexts(), ['Renamed']);
    await tell([]);
    assert.equal(await band.isVisible(), false);
  });

  it('reports an incomplete result', async () => {
    const view = await opened({ isComplete: false, notes: ['The list changed while it was being read.'] });
    await view.page.getByRole('status').filter({ hasText: 'Not complete.' }).waitFor();
    await view.page.getByText('The list changed while it was being read.').waitFor();
  });

  for (const theme of themeNames)
    it(`has no axe violations in the theme ${theme}`, async () => {
      const view = await open(
        { start: () => ({ ...compareState, notes: ['A note.'] }), rows: compareWindow(50) },
        { theme },
      );
      await row(view, 'Lead 1').waitFor();
      assert.deepEqual(await view.violations(theme), []);
    });
});
