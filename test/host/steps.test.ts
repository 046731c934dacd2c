import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pickOne, showInputBox } from '../../src/platform/ui/questions.ts';
import { inSteps } from '../../src/platform/ui/steps.ts';
import { connectToLeads } from './leadConnection.ts';
import { pause, waitUntil } from './waitUntil.ts';
import { inWindow } from './prompts.ts';

/** Records when boxes are shown and hidden, in order, with their titles. */
async function watched(
  work: (boxes: (vscode.QuickInput & { title: string })[], events: string[]) => Promise<void>,
): Promise<void> {
  const boxes: (vscode.QuickInput & { title: string })[] = [];
  const events: string[] = [];
  const watching = (create: () => vscode.QuickInput) => () => {
    const box = create() as vscode.QuickInput & { title: string };
    const number = boxes.push(box);
    const show = box.show.bind(box);
    box.onDidHide(() => events.push(`hide ${number}`));
    box.show = () => {
      events.push(`show ${number}`);
      show();
    };
    return box;
  };
  const { createQuickPick, createInputBox } = vscode.window;
  try {
    await inWindow({ createQuickPick: watching(createQuickPick), createInputBox: watching(createInputBox) }, () =>
      work(boxes, events),
    );
  } finally {
    for (const box of boxes) box.dispose();
  }
}

const press = (command: string): Thenable<unknown> => vscode.commands.executeCommand(`workbench.action.${command}`);
/** Presses a key, and repeats it if the box wasn't ready. */
async function pressUntil(command: string, isReceived: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5 && !isReceived(); turn++) {
    await press(command);
    for (let look = 0; look < 60 && !isReceived(); look++) await pause(25);
  }
  assert.ok(isReceived(), `${command} was not heard`);
}
const enter = (box: vscode.QuickInput): Promise<void> => pressUntil('acceptSelectedQuickOpenItem', () => !box.enabled);

const isActive = (pick: vscode.QuickPick<vscode.QuickPickItem>, label: string): Promise<void> =>
  waitUntil(`${label} is active`, () => pick.activeItems[0]?.label === label);

describe('multi-step input', () => {
  const colors = [{ label: 'Red' }, { label: 'Green' }];
  const ask = (work: () => Promise<void> = () => pause(50)): Promise<string> =>
    inSteps(3, async () => {
      const first = await pickOne(colors, { title: 'Paint', placeHolder: 'Which color?' });
      await work(); // the service is asked
      const second = await showInputBox({
        title: 'Paint',
        prompt: 'How many?',
        validateInput: (text) => (/\d/.test(text) ? undefined : 'Enter a number.'),
      });
      const third = await pickOne([{ label: 'Wall' }, { label: 'Door' }], { title: 'Paint', placeHolder: 'What?' });
      return [first.label, second, third.label].join(' ');
    });

  it('shows step numbers, and never leaves a gap between two inputs', () =>
    watched(async (boxes, events) => {
      const answer = ask();
      await waitUntil('the first question', () => boxes.length === 1);
      const [first] = boxes as [vscode.QuickPick<vscode.QuickPickItem>];
      assert.deepEqual([first.title, first.step, first.totalSteps, first.buttons.length], ['Paint', 1, 3, 0]);
      assert.equal(first.ignoreFocusOut, true);
      await enter(first);
      await waitUntil('the second question', () => boxes.length === 2);
      const second = boxes[1] as vscode.InputBox;
      assert.deepEqual([second.step, second.totalSteps], [2, 3]);
      assert.deepEqual(second.buttons, [vscode.QuickInputButtons.Back]);
      await pressUntil('acceptSelectedQuickOpenItem', () => second.validationMessage === 'Enter a number.');
      second.value = '7';
      await enter(second);
      await waitUntil('the third question', () => boxes.length === 3);
      await enter(boxes[2] as vscode.QuickInput);
      assert.equal(await answer, 'Red 7 Wall');
      await waitUntil('the box is gone', () => events.includes('hide 3'));
      const shown = (event: string): number => events.indexOf(event);
      assert.ok(shown('hide 1') > shown('show 2'), events.join(', '));
      assert.ok(shown('hide 2') > shown('show 3'), events.join(', '));
    }));

  it('shows no total once there are more steps than expected', () =>
    watched(async (boxes) => {
      const answer = inSteps(1, async () => {
        await pickOne(colors, { title: 'Paint', placeHolder: 'Which color?' });
        await pickOne(colors, { title: 'Paint', placeHolder: 'And then?' });
      });
      await waitUntil('the first question', () => boxes.length === 1);
      await enter(boxes[0] as vscode.QuickInput);
      await waitUntil('the second question', () => boxes.length === 2);
      assert.deepEqual([boxes[1]?.step, boxes[1]?.totalSteps], [2, undefined]);
      await enter(boxes[1] as vscode.QuickInput);
      await answer;
    }));

  it('goes back to the previous answers, and forward again', () =>
    watched(async (boxes) => {
      const answer = ask();
      await waitUntil('the first question', () => boxes.length === 1);
      const first = boxes[0] as vscode.QuickPick<vscode.QuickPickItem>;
      await isActive(first, 'Red');
      first.activeItems = first.items.slice(1);
      await enter(first);
      await waitUntil('the second question', () => boxes.length === 2);
      (boxes[1] as vscode.InputBox).value = '7';
      await enter(boxes[1] as vscode.QuickInput);
      await waitUntil('the third question', () => boxes.length === 3);
      const back = (count: number): Promise<void> => pressUntil('quickInputBack', () => boxes.length >= count);
      await back(4);
      assert.equal((boxes[3] as vscode.InputBox).value, '7');
      await back(5);
      const again = boxes[4] as vscode.QuickPick<vscode.QuickPickItem>;
      assert.equal(again.step, 1);
      await isActive(again, 'Green');
      await enter(again);
      await waitUntil('the second question', () => boxes.length === 6);
      (boxes[5] as vscode.InputBox).value = '8';
      await enter(boxes[5] as vscode.QuickInput);
      await waitUntil('the third question', () => boxes.length === 7);
      await enter(boxes[6] as vscode.QuickInput);
      assert.equal(await answer, 'Green 8 Wall');
    }));

  it('is hidden while the requested work runs', async () => {
    const leads = await connectToLeads();
    const listed = Promise.withResolvers<void>();
    leads.service.listed = listed.promise;
    try {
      await watched(async (boxes, events) => {
        const adding = vscode.commands.executeCommand('recordbench.addController', { connection: leads.id });
        await waitUntil('the question', () => boxes.length === 1);
        (boxes[0] as vscode.InputBox).value = 'crm/leads';
        await enter(boxes[0] as vscode.QuickInput);
        await waitUntil('the service is asked', () =>
          leads.service.received.some(({ path }) => path.includes('/crm/leads/')),
        );
        await waitUntil('the box is gone', () => events.includes('hide 1'));
        listed.resolve();
        await adding;
        assert.deepEqual(events, ['show 1', 'hide 1']);
      });
    } finally {
      listed.resolve();
      await leads.close();
    }
  });

  it('cancels silently when closed, even while an answer is being processed', () =>
    watched(async (boxes, events) => {
      const answer = ask(() => waitUntil('the box is closed', () => events.includes('hide 1')));
      await waitUntil('the first question', () => boxes.length === 1);
      await enter(boxes[0] as vscode.QuickInput);
      boxes[0]?.hide();
      await assert.rejects(answer, vscode.CancellationError);
      assert.equal(boxes.length, 1);
    }));
});
