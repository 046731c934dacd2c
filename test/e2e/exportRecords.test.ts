import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { openListView, tableOnScreen } from '../support/table.ts';
import { chooseFromMenu, previewImport, saveThere, showTab, tree, webview } from '../support/workbench.ts';

/** Waits for a question and picks the first item with this text. */
async function pick(page: Page, question: string, words: RegExp): Promise<void> {
  await page.locator('.quick-input-widget').getByPlaceholder(question).waitFor();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: words }).first().click();
}

/** Saves through VS Code's own dialog, which proposes a name. */
async function saveAs(page: Page, name: string): Promise<void> {
  const place = page.locator('.quick-input-widget input[type=text]');
  while (!(await place.inputValue()).endsWith(name)) await page.waitForTimeout(50);
  await saveThere(page);
}

const settings = { 'recordbench.demo.autoStart': true };

describeJourney('export to a file', { settings }, (journey) => {
  it('exports the selected rows of a table', async function () {
    const { page, vsCode } = journey();
    const table = await openListView(page, 'All Leads');
    await table.grid.getByText('LD-0000001').waitFor();
    await (await table.cell(1, 'Company')).click();
    await table.check(2).click();
    await table.status.filter({ hasText: '2 selected' }).waitFor();
    await table.frame.getByRole('button', { name: 'Export', exact: true }).click();
    await pick(page, 'Which records, with which columns?', /2 selected records.*visible/);
    await pick(page, 'In which format?', /^CSV/);
    await saveAs(page, 'All Leads.csv');
    await page.getByText('Exported 2 records to All Leads.csv.').first().waitFor();
    const lines = readFileSync(path.join(vsCode.folder, 'All Leads.csv'), 'utf8').split('\r\n');
    assert.equal(lines.length, 4);
    assert.match(lines[1] ?? '', /LD-0000001/);
    assert.match(lines[2] ?? '', /LD-0000002/);
  });

  it('exports a whole list view from the tree', async () => {
    const { page, vsCode } = journey();
    await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
    await chooseFromMenu(page, 'Export…');
    await pick(page, 'Which records, with which columns?', /All [\d,]+ records.*all/);
    await pick(page, 'In which format?', /^JSON Lines/);
    await saveAs(page, 'All Leads.jsonl');
    const file = path.join(vsCode.folder, 'All Leads.jsonl');
    const reported = page.getByText(/Exported [\d,]+ records to All Leads\.jsonl\./).first();
    await reported.waitFor();
    assert.ok(existsSync(file));
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const [, count = ''] = /Exported ([\d,]+) /.exec((await reported.textContent()) ?? '') ?? [];
    assert.equal(lines.length, Number(count.replaceAll(',', '')));
    assert.ok(lines.length > 4_000);
    assert.equal(
      new Set(lines.map((line) => (JSON.parse(line) as Record<string, string>)['leads.id'])).size,
      lines.length,
    );
    assert.deepEqual(
      readdirSync(vsCode.folder).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('imports changes made in a spreadsheet, after a preview', async () => {
    const { page, vsCode } = journey();
    await showTab(page, 'All Leads');
    const company = (await (await (await tableOnScreen(page)).cell(1, 'Company')).textContent()) ?? '';
    const text = readFileSync(path.join(vsCode.folder, 'All Leads.csv'), 'utf8');
    assert.ok(company !== '' && text.includes(company));
    writeFileSync(path.join(vsCode.folder, 'edited.csv'), text.replace(company, 'Imported Ltd.'));
    await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
    await chooseFromMenu(page, 'Import…');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'edited.csv' }).click();
    await previewImport(page);
    const preview = webview(page);
    await preview.getByText('1 record will change, 1 unchanged. Nothing has been written yet.').waitFor();
    await preview.getByRole('button', { name: 'Change 1 record' }).click();
    await preview.getByText('Finished: 1 record changed').waitFor();
    await showTab(page, 'All Leads');
    const table = await tableOnScreen(page);
    await (await table.cell(1, 'Company')).filter({ hasText: 'Imported Ltd.' }).waitFor();
  });

  it('lets the user map an unrecognized column and choose the key for a file without ids', async () => {
    const { page, vsCode } = journey();
    const [, line = ''] = readFileSync(path.join(vsCode.folder, 'All Leads.csv'), 'utf8').split('\r\n');
    const [mail = ''] = /[\w.-]+@[\w.-]+/.exec(line) ?? [];
    writeFileSync(path.join(vsCode.folder, 'other.csv'), `E-mail;Firma\n${mail};Mapped Ltd.\n`);
    await tree(page).filter({ hasText: 'All Leads' }).first().click({ button: 'right' });
    await chooseFromMenu(page, 'Import…');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'other.csv' }).click();
    const mapping = webview(page);
    await mapping.getByText('Not mapped, so not imported: Firma').waitFor();
    await mapping.getByLabel('Field for “Firma”').focus();
    await page.keyboard.type('Company');
    await mapping.getByRole('status').filter({ hasText: 'Choose how to match the records.' }).waitFor();
    await mapping.getByLabel('Match records by').selectOption({ label: 'E-mail' });
    await mapping.getByRole('status').filter({ hasText: '1 record · 2 of 2 columns mapped' }).waitFor();
    await previewImport(page);
    const preview = webview(page);
    await preview.getByText('1 record will change. Nothing has been written yet.').waitFor();
    await preview.getByRole('row').filter({ hasText: 'Mapped Ltd.' }).getByText('Imported Ltd.').waitFor();
  });
});
