import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeJourney } from '../support/journey.ts';
import { listViewAnswer, type ScriptedListView } from '../support/listViewAnswers.ts';
import { json, type ScriptedService, scriptedService } from '../support/scriptedService.ts';
import type { VsCodeOptions } from '../support/vsCodeForTests.ts';
import { enter, openView, runCommand, treeLine } from '../support/workbench.ts';

/** A service whose names are unique across services. */
interface NamedService extends ScriptedService {
  readonly name: string;
  /** Controller → list views, as the service returns them. */
  readonly controllers: Readonly<Record<string, string[]>>;
}

async function namedService(name: string, delayMs: number): Promise<NamedService> {
  const controllers = {
    [`${name} leads`]: [`${name} open`, `${name} won`],
    [`${name} people`]: [`${name} staff`],
  };
  const views = (): ScriptedListView[] =>
    Object.entries(controllers).flatMap(([controller, names]) =>
      names.map((view): ScriptedListView => ({
        id: view.split(' ')[1] ?? view,
        name: view,
        controller: keyFor(controller),
      })),
    );
  const service = await scriptedService((request, response) => {
    setTimeout(() => json(response, listViewAnswer(views(), request)), delayMs);
  });
  return { ...service, name, controllers };
}

/** The service's name for it: `alphaleads` of the module `crm`. */
function keyFor(controller: string): string {
  return `crm/${controller.replace(' ', '').toLowerCase()}`;
}

function labelFor(controller: string): string {
  return keyFor(controller).slice('crm/'.length);
}

/** Items of the Records view from top to bottom, indented by level. */
async function lines(page: Page): Promise<string[]> {
  const rows = page
    .locator('.sidebar .pane', { has: page.getByRole('tree', { name: 'Records' }) })
    .getByRole('treeitem');
  return rows.evaluateAll((all) =>
    all
      .map((row) => ({
        index: Number(row.getAttribute('data-index')),
        level: Number(row.getAttribute('aria-level')),
        label: row.querySelector('.label-name')?.textContent ?? '',
      }))
      .toSorted((a, b) => a.index - b.index)
      .map(({ level, label }) => '  '.repeat(level - 1) + label),
  );
}

const waysToAdd: readonly { readonly from: string; readonly go: (page: Page) => Promise<void> }[] = [
  { from: 'the Explorer', go: (page) => openView(page, 'Explorer') },
  { from: 'the Search view', go: (page) => openView(page, 'Search') },
  { from: 'the Records view', go: (page) => openView(page, 'Recordbench') },
  { from: 'the Extensions view', go: (page) => openView(page, 'Extensions') },
  { from: 'a window without a side bar', go: (page) => runCommand(page, 'View: Toggle Primary Side Bar Visibility') },
];

describe('connections to fast and slow services', () => {
  const services: NamedService[] = [];
  before(async () => {
    for (const [index, name] of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta'].entries())
      services.push(await namedService(name, index % 2 === 0 ? 0 : 900));
  });
  after(() => Promise.all(services.map((service) => service.close())));

  const options = (): VsCodeOptions => ({
    settings: {
      'recordbench.connections': services
        .slice(0, 1)
        .map(({ name, url }) => ({ id: name.toLowerCase(), name, baseUrl: url })),
    },
  });

  describeJourney('added one after the other', options, (journey) => {
    const added: NamedService[] = [];
    const expected = (): string[] => [
      'Recent',
      ...added.flatMap(({ name, controllers }) => [
        name,
        ...Object.entries(controllers).flatMap(([controller, views], index) => [
          `  ${labelFor(controller)}`,
          // the first controller of each is opened below
          ...(index === 0 ? views.map((view) => `    ${view}`) : []),
        ]),
      ]),
    ];
    const openFirstController = async ({ controllers }: NamedService): Promise<void> => {
      const [controller, views] = Object.entries(controllers)[0] ?? assert.fail();
      await treeLine(journey().page, labelFor(controller)).click();
      await treeLine(journey().page, views[0] ?? assert.fail()).waitFor();
    };

    it('expand the first connection automatically', async () => {
      const { page } = journey();
      await page.setViewportSize({ width: 1280, height: 1600 });
      await openView(page, 'Recordbench');
      added.push(...services.slice(0, 1));
      for (const service of added) await openFirstController(service);
      assert.deepEqual(await lines(page), expected());
    });

    for (const [index, { from, go }] of waysToAdd.entries())
      it(`show their own controllers when one is added from ${from}`, async () => {
        const { page } = journey();
        const service = services[index + 1] ?? assert.fail();
        await go(page);
        await runCommand(page, 'Recordbench: Add Connection…');
        await enter(page, 'Add Connection: Address', service.url);
        await enter(page, 'Add Connection: Name', service.name);
        await enter(page, 'Add Connection: Token', '');
        const line = treeLine(page, service.name);
        await line.and(page.locator('[aria-expanded=true][aria-selected=true]')).waitFor();
        added.push(service);
        await openFirstController(service);
        assert.deepEqual(await lines(page), expected());
      });

    it('show new list views after one refresh', async () => {
      const { page } = journey();
      for (const { name, controllers } of services) Object.values(controllers)[0]?.push(`${name} new`);
      await runCommand(page, 'Recordbench: Refresh');
      for (const { name } of services) await treeLine(page, `${name} new`).waitFor();
      assert.deepEqual(await lines(page), expected());
    });
  });
});
