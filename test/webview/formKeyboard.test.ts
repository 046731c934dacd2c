import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asElements, field, group, leadValues, readOnly, rows, startOf } from './formSamples.ts';
import { describeForm, type OpenedForm } from './openedForm.ts';

/*
 * Walks through a form by keyboard only. Each line is what a screen reader gets for the focused element: role, name,
 * value, state and description.
 */

interface AccessibleNode {
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly value?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

const states = ['required', 'readonly', 'invalid', 'expanded', 'checked', 'disabled'];

/** The accessibility data of the focused element. */
async function describeFocus(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const objectId = result.objectId ?? assert.fail('nothing has the keyboard');
  const tree = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
  await session.detach();
  const { role, name, value, description, properties = [] } = (tree.nodes[0] ?? {}) as AccessibleNode;
  const received = properties
    .filter((one) => states.includes(one.name) && ![undefined, false, 'false'].includes(one.value.value as string))
    .map((one) => one.name)
    .toSorted();
  return [
    `${role?.value ?? ''} “${name?.value ?? ''}”`,
    ...(value?.value === undefined || value.value === '' ? [] : [`= ${value.value}`]),
    ...(received.length === 0 ? [] : [`(${received.join(', ')})`]),
    ...(description?.value ? [`: ${description.value}`] : []),
  ].join(' ');
}

async function tabbed(form: OpenedForm, stops: number): Promise<string[]> {
  const received: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await form.page.keyboard.press('Tab');
    received.push(await describeFocus(form.page));
  }
  return received;
}

/** Collects all announcements from now on, in order. */
async function listen(form: OpenedForm): Promise<() => Promise<string[]>> {
  await form.page.evaluate(`(() => {
    window.announced = [];
    const tell = (region) => {
      const said = region.textContent.replace(/\\s+/g, ' ').trim();
      if (said !== '' && said !== region.lastSaid) window.announced.push(said);
      region.lastSaid = said;
    };
    for (const region of document.querySelectorAll('[role=status]')) {
      region.lastSaid = region.textContent.replace(/\\s+/g, ' ').trim();
      new MutationObserver(() => tell(region)).observe(region, { childList: true, characterData: true, subtree: true });
    }
  })()`);
  return () => form.page.evaluate('window.announced');
}

const stages = ['New', 'Won'].map((text) => ({ value: text.toLowerCase(), text }));

const start = startOf({
  form: {
    elements: [
      group(
        'General',
        asElements([
          field('name', 'text', { required: true, help: 'As printed on the card.' }),
          field('stage', 'choice', { options: stages }),
          field('owner_id', 'reference', { label: 'Owner', reference: { model: 'Users' } }),
          field('active', 'boolean'),
          field('tags', 'choices', { options: stages, required: true }),
          field('score', 'number', readOnly),
          field('notes', 'longText'),
        ]),
      ),
      rows('Phones', [field('number', 'text', { at: ['phones', 'number'] })]),
    ],
    otherFields: [],
    related: [{ name: 'deals', label: 'Deals', kind: 'hasMany', controller: 'crm/deals', count: 3 }],
  },
  state: { values: { ...leadValues, tags: ['won'], phones: [{ number: '12' }] } },
});

describeForm('form, by keyboard only', (open) => {
  it('can be tabbed through from title to buttons, and every stop has an accessible name', async () => {
    const form = await open({ start });
    await form.page.locator('.scroller').evaluate((page) => (page as unknown as { focus(): void }).focus());
    assert.deepEqual(await tabbed(form, 23), [
      'button “Compare with saved”',
      'link “General”',
      'link “Phones”',
      'link “Deals (3)”',
      'DisclosureTriangle “General” (expanded)',
      'textbox “Name” = Mira Sen (required) : As printed on the card.',
      'combobox “Stage” = New',
      'combobox “Owner” = Anand Rao',
      'button “Clear” : Owner',
      'button “Open” : Owner',
      'checkbox “Active” (checked)',
      'checkbox “New”',
      'checkbox “Won” (checked)',
      "button “Why can't I edit this?” : Score",
      'textbox “Score” = 17 (readonly)',
      'textbox “Notes” = First line\nsecond line',
      'DisclosureTriangle “Phones” (expanded)',
      'textbox “Number” = 12',
      'button “Remove: Phones, row 1”',
      'button “Add row to Phones”',
      'DisclosureTriangle “Deals (3)”',
      'button “Approve”',
      'button “Save Progress”',
    ]);
  });

  it('reports an error, navigates to it, and repeats it at the field', async () => {
    const form = await open({ start });
    const announced = await listen(form);
    await form.field('Notes').focus();
    const problems = [{ tone: 'error', text: 'The name is taken.', key: 'leads.name' }];
    await form.host(`state(${JSON.stringify({ isDirty: true, changed: ['leads.name'], problems })})`);
    await form.notices.getByText('The name is taken.').waitFor();
    assert.deepEqual(await announced(), ['Fix 1 field before saving The name is taken.', '1 unsaved change']);
    // errors are announced and don't take focus away
    await form.isFocused('Notes');
    const link = form.notices.getByRole('button', { name: 'Name', exact: true });
    while (!(await link.evaluate((button) => button === button.ownerDocument.activeElement)))
      await form.page.keyboard.press('Tab');
    assert.equal(await describeFocus(form.page), 'button “Name” : Go to Name');
    await form.page.keyboard.press('Enter');
    assert.equal(
      await describeFocus(form.page),
      'textbox “Name” = Mira Sen (invalid, required) : Changed, not saved As printed on the card. The name is taken.',
    );
  });

  it('resolves a conflict, and continues in its field', async () => {
    const form = await open({ start });
    const announced = await listen(form);
    await form.field('Name').focus();
    const conflicts = [
      {
        key: 'leads.name',
        label: 'Name',
        original: 'Mira Sen',
        mine: 'Mira S',
        theirs: 'M. Sen',
        by: 'changed by Ana Roy',
      },
    ];
    await form.host(`state(${JSON.stringify({ isDirty: true, conflicts })})`);
    await form.page.getByText('Choose which value to keep, then save.').waitFor();
    assert.deepEqual((await announced()).slice(0, 1), ['Someone else changed the same field']);
    assert.deepEqual(await tabbed(form, 4), [
      'button “Mine” : Mira S',
      'button “Theirs” : M. Sen',
      'button “Original” : Mira Sen',
      'button “Show the difference”',
    ]);
    for (let back = 0; back < 2; back += 1) await form.page.keyboard.press('Shift+Tab');
    await form.page.keyboard.press('Enter');
    // the box disappeared along with the clicked button
    await form.page.locator('.conflict').waitFor({ state: 'detached' });
    assert.deepEqual(await form.asked('choose'), [{ key: 'leads.name', choice: 'theirs' }]);
    await form.isFocused('Name');
  });

  it('saves, and announces it once', async () => {
    const form = await open({ start });
    await form.field('Name').focus();
    const announced = await listen(form);
    await form.page.keyboard.type(' II');
    await form.host('state({ isDirty: true })');
    await form.page.locator('footer').getByText('Unsaved changes').waitFor();
    await form.page.keyboard.press('Control+s');
    await form.until('the save', async () => (await form.asked('submit')).length === 1);
    await form.host(
      `state({ isDirty: false, changed: [], notes: [{ tone: 'info', text: 'Saved.', isTransient: true }] })`,
    );
    await form.page.getByText('Saved.').waitFor();
    assert.deepEqual(await announced(), ['Unsaved changes', 'Saving…', 'Unsaved changes', 'Saved.']);
    await form.isFocused('Name');
  });

  it('leaves VS Code the keys that return to the table', async () => {
    const form = await open({ start });
    await form.page.evaluate(`(() => {
      window.left = [];
      window.addEventListener('keydown', (event) => {
        if (!event.defaultPrevented) window.left.push(event.key);
      });
    })()`);
    await form.page.evaluate(`(() => {
      const press = (target, init) => target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
      for (const target of [document.querySelector('.field input'), document.querySelector('.field textarea'), document.querySelector('.field select'), document.querySelector('footer button')])
        for (const [key, ctrlKey] of [['w', true], ['F4', true], ['Tab', true], ['PageUp', true], ['F6', false], ['F1', false]]) press(target, { key, ctrlKey });
    })()`);
    const keys = ['w', 'F4', 'Tab', 'PageUp', 'F6', 'F1'];
    assert.deepEqual(await form.page.evaluate('window.left'), [...keys, ...keys, ...keys, ...keys]);
  });
});
