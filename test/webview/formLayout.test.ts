import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FormElement } from '../../src/model/form/formElement.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { FormStart } from '../../src/features/form/formProtocol.ts';
import { asElements, field, group, leadValues, readOnly, rows, startOf, troubled } from './formSamples.ts';
import { describeForm, type OpenedForm } from './openedForm.ts';

const related = [
  { name: 'deals', label: 'Deals', kind: 'hasMany', controller: 'crm/deals', count: 1_234 },
  { name: 'ghosts', label: 'Ghosts', kind: 'unknown' },
] as const;

/** The sample has two sections in addition to the service's. */
const long = startOf({ form: { related } });

const sixSections = [...Array(6).keys()].map((section) =>
  group(`Section ${section}`, asElements([...Array(12).keys()].map((place) => field(`f${section}_${place}`)))),
);

async function isInSight({ page }: OpenedForm, element: Locator): Promise<boolean> {
  const [box, around] = await Promise.all([element.boundingBox(), page.locator('.scroller').boundingBox()]);
  return box !== null && around !== null && box.y >= around.y && box.y + box.height <= around.y + around.height;
}

describeForm('long form', (open) => {
  it('links to its sections and related records below its title, with known counts', async () => {
    const form = await open({ start: long });
    const links = form.page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    assert.deepEqual(await links.allTextContents(), ['General', 'More', 'System', 'Deals (1,234)', 'Ghosts']);
    const [title, nav, first] = await Promise.all(
      ['h1', '.section-links', '.field'].map((selector) => form.page.locator(selector).first().boundingBox()),
    );
    assert.ok(title && nav && first && title.y < nav.y && nav.y < first.y);
    assert.deepEqual(await form.asked('rows'), [], 'nothing is asked for a count');
  });

  for (const name of ['More', 'Deals (1,234)', 'System'])
    it(`moves focus to ${name}, expanded and in view`, async () => {
      const form = await open({ start: long, height: 400 });
      await form.page.getByRole('link', { name, exact: true }).focus();
      await form.page.keyboard.press('Enter');
      const place = await form.page.evaluate(`(() => {
        const { activeElement: at } = document;
        const page = document.querySelector('.scroller')?.getBoundingClientRect();
        const box = at?.getBoundingClientRect();
        const isSeen = page && box && box.top >= page.top && box.bottom <= page.bottom;
        return {
          tag: at?.tagName,
          text: at?.textContent,
          isSeen,
          isOpen: at?.parentElement.open,
        };
      })()`);
      assert.deepEqual(place, { tag: 'SUMMARY', text: name, isSeen: true, isOpen: true });
      // the next tab stop is inside, not back at the top
      await form.page.keyboard.press('Tab');
      assert.ok(await form.page.evaluate(`document.activeElement.closest('details') !== null`));
    });

  for (const act of ['click', 'press'] as const)
    it(`jumps to related records with their rows in view, however long the form is: ${act}`, async () => {
      const form = await open({ start: startOf({ form: { elements: sixSections, related } }), height: 500 });
      const link = form.page.getByRole('link', { name: 'Deals (1,234)' });
      if (act === 'click') await link.click();
      else await link.press('Enter');
      const row = form.page.getByRole('grid', { name: 'Deals' }).getByText('Deal 3');
      await row.waitFor();
      await form.until('its rows are in sight', () => isInSight(form, row));
    });

  it('jumps to its last field', async () => {
    const form = await open({ start: startOf({ form: { elements: sixSections, related: [] } }), height: 500 });
    await form.host("focusField('leads.f5_11')");
    await form.until('it is in sight', () => isInSight(form, form.field('F5 11')));
  });

  it('puts the headings of related records one level lower, visually and for screen readers', async () => {
    const { page } = await open({ start: long });
    const sizeOf = (selector: string): Promise<number> =>
      page.evaluate(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`);
    const [around, deals, general] = [
      await sizeOf('.related > h2'),
      await sizeOf('.related summary > [role=heading]'),
      await sizeOf('.sections summary > [role=heading]'),
    ];
    assert.ok(deals < around && around === general, `${deals} px below ${around} px, ${general} px`);
    await page.getByRole('heading', { name: 'Related records', level: 2 }).waitFor();
    await page.getByRole('heading', { name: 'Deals (1,234)', level: 3 }).waitFor();
  });

  it('formats a timestamp in its heading like in its fields, even if the service types it as text', async () => {
    const moment = '2026-11-02 10:15:00';
    const fields = [
      field('called', 'dateTime', readOnly),
      field('modified', 'text', { ...readOnly, isSystem: true }),
      field('name'),
    ];
    const heading = { name: 'Mira Sen', facts: [{ label: 'Last change', parts: [{ moment }] }] };
    const form = await open({
      start: startOf({
        form: { heading, elements: asElements(fields), related: [], otherFields: [] },
        state: { values: { called: moment, modified: moment } },
      }),
    });
    const shown = await form.field('Called').inputValue();
    assert.match(shown, /^11\/02\/2026/);
    assert.equal(await form.page.locator('dt:text("Last change") + dd').innerText(), shown);
    assert.equal(await form.field('Modified').inputValue(), shown);
  });

  it('links to the subsections of its only section', async () => {
    const parts = ['One', 'Two', 'Three'].map((name) =>
      group(name, asElements([1, 2, 3].map((place) => field(`${name}_${place}`)))),
    );
    const form = await open({
      start: startOf({ form: { elements: [group('All', parts)], related: [], otherFields: [] } }),
    });
    const links = form.page.getByRole('navigation').getByRole('link');
    assert.deepEqual(await links.allTextContents(), ['One', 'Two', 'Three']);
  });

  it('keeps a large number of links in their own scroll area, also in a narrow window', async () => {
    const sections = Array.from({ length: 60 }, (_, place) =>
      group(`A section with a rather long name, number ${place}`, asElements([field(`f${place}`)])),
    );
    const form = await open({ start: startOf({ form: { elements: sections } }), width: 320 });
    const { height, isWide } = await form.page.evaluate<{ height: number; isWide: boolean }>(`(() => {
      const list = document.querySelector('.section-links ul');
      return { height: list?.clientHeight ?? 0, isWide: (list?.scrollWidth ?? 0) > (list?.clientWidth ?? 0) };
    })()`);
    assert.ok(height > 0 && height <= 72 && !isWide, `${height}`);
    await form.page.getByRole('link').last().focus();
    assert.ok(await form.page.getByRole('link').last().isVisible());
  });
});

describeForm('form', (open) => {
  it('has no links when it is short', async () => {
    const few = startOf({
      form: {
        elements: asElements([field('name')]),
        related: [...related, { name: 'calls', label: 'Calls', kind: 'hasMany' }],
        otherFields: [],
      },
    });
    const sections = startOf({
      form: { related: [], otherFields: [], elements: [group('One', asElements([field('name')]))] },
    });
    for (const start of [few, sections]) {
      const form = await open({ start });
      assert.equal(await form.page.getByRole('navigation').count(), 0);
    }
  });

  it('shows links when a reload makes it longer', async () => {
    const form = await open({ start: startOf({ form: { elements: asElements([field('name')]), related: [] } }) });
    assert.equal(await form.page.getByRole('navigation').count(), 0);
    await form.host(`restart(${JSON.stringify({ form: long.form })})`);
    await form.page.getByRole('link', { name: 'Deals (1,234)' }).waitFor();
  });

  it('aligns adjacent controls with or without a hint', async () => {
    const elements = [
      group('Two', asElements([field('hinted', 'text', { help: 'As printed on the card.' }), field('plain')]), {
        splitLayout: true,
      }),
    ];
    const form = await open({ start: startOf({ form: { elements } }) });
    const [hinted, plain] = await Promise.all(['Hinted', 'Plain'].map((name) => form.field(name).boundingBox()));
    assert.ok(hinted && plain && hinted.x < plain.x);
    assert.equal(hinted.y, plain.y);
    const hint = await form.page.getByText('As printed on the card.').boundingBox();
    assert.ok(hint && hint.y >= hinted.y + hinted.height);
    assert.match(await form.description('Hinted'), /As printed on the card/);
  });

  for (const width of [1_000, 320])
    it(`aligns its title, sections, labels, controls and texts on the left at ${width} pixels`, async () => {
      const start = startOf({
        form: {
          related,
          elements: [
            group(
              'General',
              asElements([
                field('name', 'text', { help: 'A hint.' }),
                field('stage', 'number', readOnly),
                field('owner_id', 'reference', readOnly),
              ]),
            ),
          ],
        },
      });
      const form = await open({ start, width });
      const edges = await form.page.evaluate<number[]>(`(() => {
        const range = document.createRange();
        const textEdge = (element) => {
          if (!element) return NaN;
          range.selectNodeContents(element);
          return range.getBoundingClientRect().left;
        };
        const inner = (element) =>
          element.getBoundingClientRect().left +
          Number.parseFloat(getComputedStyle(element).paddingLeft) +
          Number.parseFloat(getComputedStyle(element).borderLeftWidth);
        return [
          ...[
            ...document.querySelectorAll('h1, h2, .section > summary > [role=heading], .field label, .field .help'),
          ].map(textEdge),
          ...[...document.querySelectorAll('.field input:not([readonly])')].map(
            (input) => input.getBoundingClientRect().left,
          ),
          // a read-only value has no box: its text is on the line itself
          ...[...document.querySelectorAll('.field .shown')].map((shown) => inner(shown) - 1),
        ].map(Math.round);
      })()`);
      assert.ok(edges.length >= 10, `${edges.length}`);
      assert.equal(new Set(edges).size, 1, edges.join());
    });

  it('shows each fact about its record on one line if there is room', async () => {
    const form = await open();
    const heights = await form.page.evaluate<number[]>(
      `[...document.querySelectorAll('dl > div')].map((fact) => Math.round(fact.getBoundingClientRect().height))`,
    );
    assert.ok(heights.length >= 4 && heights.every((height) => height < 24), heights.join());
  });

  it('marks required fields the same way for every kind', async () => {
    const kinds = [
      'text',
      'longText',
      'number',
      'date',
      'choice',
      'choices',
      'boolean',
      'reference',
      'file',
      'password',
    ] as const;
    const options = [{ value: '1', text: 'One' }];
    const fields = kinds.map((kind) => field(`a_${kind}`, kind, { required: true, options }));
    const form = await open({ start: startOf({ form: { elements: asElements(fields) }, state: { values: {} } }) });
    const marks = await form.page.locator('.field:not(details .field) .caption .required').allTextContents();
    assert.deepEqual(
      marks,
      kinds.map(() => '*'),
    );
  });
});

describeForm('reference field', (open) => {
  it('is shown as a link, and a chevron opens the list', async () => {
    const form = await open();
    const owner = form.field('Owner');
    const look = (): Promise<string> =>
      form.page.evaluate(`getComputedStyle(document.querySelector('.reference input')).textDecorationLine`);
    assert.equal(await look(), 'underline');
    await form.around('Owner').getByRole('button', { name: 'Choose a record' }).click();
    await form.page.getByRole('option', { name: 'Ana Roy Sales' }).waitFor();
    await form.isFocused('Owner');
    await form.around('Owner').getByRole('button', { name: 'Choose a record' }).click();
    assert.equal(await form.page.locator('.lookup [role=option]').count(), 0);
    await owner.fill('Bo');
    assert.equal(await look(), 'none', 'what is being typed is no link yet');
  });

  it('links to its record when read-only, and its text can still be selected', async () => {
    const owner = field('owner_id', 'reference', { ...readOnly, label: 'Owner', reference: { model: 'Users' } });
    const form = await open({ start: startOf({ form: { elements: asElements([owner, field('name')]) } }) });
    assert.equal(await form.around('Owner').getByRole('button', { name: 'Choose a record' }).count(), 0);
    await form.field('Owner').click();
    await form.hasReceived('openReference', [{ key: 'leads.owner_id', at: ['owner_id'], toSide: false }]);
    await form.page.evaluate(`(() => {
      const input = document.querySelector('.reference input');
      input.select();
      input.click();
    })()`);
    await form.button('Open').click();
    await form.until('the button', async () => (await form.received('openReference')).length >= 2);
    assert.equal((await form.received('openReference')).length, 2, 'a click on what is marked opens nothing');
  });

  it('shows a placeholder and no link when empty', async () => {
    const owner = field('owner_id', 'reference', { ...readOnly, label: 'Owner' });
    const values = { ...leadValues, owner_id: null, __owner_id: null };
    const form = await open({ start: startOf({ form: { elements: asElements([owner]) }, state: { values } }) });
    assert.equal(await form.field('Owner').getAttribute('placeholder'), '—');
    await form.field('Owner').click();
    assert.deepEqual(await form.received('openReference'), []);
  });
});

const word = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente'.repeat(3);

/** Every kind of field with the longest texts, sub-tables, nested sub-tables, and every kind of message. */
function everything(): FormStart {
  const options = [
    { value: '1', text: word },
    { value: '2', text: 'Two' },
  ];
  const kinds = [
    'text',
    'longText',
    'number',
    'date',
    'dateTime',
    'time',
    'boolean',
    'choice',
    'choices',
    'reference',
    'file',
    'password',
    'nested',
  ] as const;
  const both = (more: object): FormElement[] =>
    asElements(
      kinds.map((kind) =>
        field(`${kind}_${JSON.stringify(more).length}`, kind, {
          label: `${kind} ${word}`,
          help: word,
          options,
          required: true,
          ...more,
        }),
      ),
    );
  const elements = [
    group(word, both({}), { splitLayout: true }),
    group('Locked', both(readOnly)),
    rows(`Rows ${word}`, [
      field('street', 'text', { at: ['rows', 'street'] }),
      field('kind', 'choice', { at: ['rows', 'kind'], options }),
    ]),
  ];
  const values: JsonObject = {
    rows: [
      { street: word, kind: '1' },
      { street: '', kind: '2' },
    ],
  };
  for (const more of [{}, readOnly])
    for (const kind of kinds)
      values[`${kind}_${JSON.stringify(more).length}`] =
        kind === 'nested' ? { a: word } : kind === 'boolean' ? '1' : word;
  const { news, notes } = troubled;
  return startOf({
    form: {
      elements,
      related,
      heading: { name: word, facts: [{ label: word, parts: [word] }] },
      whyNot: { delete: word },
      buttons: [
        { index: 0, label: word, isSave: false },
        { index: 1, label: `Save ${word}`, isSave: true },
      ],
    },
    state: {
      values,
      ...(news !== undefined && { news }),
      notes: [...(notes ?? []), { tone: 'info', text: word }],
      problems: [{ tone: 'error', text: word, key: 'leads.text_2' }],
    },
  });
}

/** Elements wider than the page. */
function sideways(form: OpenedForm): Promise<string[]> {
  return form.page.evaluate(`(() => {
    const scrolls = [document.documentElement, ...document.querySelectorAll('.scroller, .below, footer')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => (box.className || box.tagName) + ' scrolls');
    const edge = document.querySelector('.scroller')?.getBoundingClientRect().right ?? 0;
    const beyond = [...document.querySelectorAll('main *, aside *, footer *')]
      .filter((one) => one.checkVisibility() && !one.closest('.unseen, recordbench-table, .section-links ul'))
      .filter((one) => one.getBoundingClientRect().right > edge + 1)
      .map((one) => one.tagName + ' ' + one.className + ' in ' + one.parentElement.className);
    return [...new Set([...scrolls, ...beyond])];
  })()`);
}

describeForm('narrow form', (open) => {
  // 1,280 pixels at 200 %, a phone's width, and that at 200 %
  for (const [width, scale] of [
    [640, 2],
    [320, 1],
    [320, 2],
  ] as const)
    it(`at ${width} pixels, scale ${scale}`, async () => {
      const form = await open({ start: everything(), width, scale, height: 600 });
      await form.page.getByRole('link', { name: 'System' }).click();
      await form.page.getByRole('link', { name: 'Deals (1,234)' }).click();
      await form.page.getByText('1–3 of 3').waitFor();
      // lay out off-screen sections, too
      await form.page.evaluate(
        `document.querySelectorAll('.section').forEach(({ style }) => (style.contentVisibility = 'visible'))`,
      );
      assert.deepEqual(await sideways(form), []);
    });
});
