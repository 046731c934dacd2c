import * as vscode from 'vscode';

type Ask = 'showWarningMessage' | 'showInformationMessage' | 'showErrorMessage' | 'showQuickPick' | 'showInputBox';
export type Answer = (text: string, items: readonly unknown[]) => unknown;

/** Stub for the user while `action` runs: answers the questions. Returns what was asked, in order. */
export async function asked(kind: Ask, answer: Answer, action: () => PromiseLike<unknown>): Promise<string[]> {
  const questions: string[] = [];
  const noted: Answer = (text, items) => (questions.push(text), answer(text, items));
  const ask = async (first: unknown, ...rest: unknown[]): Promise<unknown> => {
    const isPick = Array.isArray(first);
    const options = (isPick ? rest[0] : first) as { placeHolder?: string; title?: string } | string | undefined;
    const text =
      typeof options === 'object'
        ? String(isPick ? (options.placeHolder ?? options.title) : options.title)
        : String(options);
    return noted(text, isPick ? first : rest);
  };
  const stands = {
    [kind]: ask,
    // a question of several steps has its own box
    ...(kind === 'showQuickPick' && { createQuickPick: () => answeredBox(noted, 'placeholder') }),
    ...(kind === 'showInputBox' && { createInputBox: () => answeredBox(noted, 'title') }),
  };
  await inWindow(stands, action);
  return questions;
}

/** What the user is shown or asked while `action` runs; dismisses everything. */
export function promptWithoutAnswer(kind: Ask, action: () => PromiseLike<unknown>): Promise<string[]> {
  return asked(kind, () => undefined, action);
}

/** Replaces these members of `vscode.window` while `action` runs. */
export async function inWindow<T>(stands: object, action: () => PromiseLike<T>): Promise<T> {
  const window = vscode.window as unknown as Record<string, unknown>;
  const originals = Object.fromEntries(Object.keys(stands).map((name) => [name, window[name]]));
  Object.assign(window, stands);
  try {
    return await action();
  } finally {
    Object.assign(window, originals);
  }
}

/** An answer: the button of an item, by its tooltip. */
export class PressedButton {
  readonly item: vscode.QuickPickItem;
  readonly button: vscode.QuickInputButton;

  constructor(item: vscode.QuickPickItem, says: string) {
    const button = item.buttons?.find(({ tooltip }) => tooltip === says);
    if (!button) throw new Error(`“${item.label}” has no button “${says}”`);
    this.item = item;
    this.button = button;
  }
}

interface Box {
  items: readonly unknown[];
  activeItems: readonly unknown[];
  /** For a multi-select list. */
  selectedItems: readonly unknown[];
  canSelectMany?: boolean;
  value: string;
  validationMessage: unknown;
  [name: string]: unknown;
}

/** A box that is answered as soon as it is shown; rejected input is answered again. */
function answeredBox(answer: Answer, says: 'placeholder' | 'title'): unknown {
  const events = { accept: new vscode.EventEmitter<void>(), hide: new vscode.EventEmitter<void>() };
  const changed = new vscode.EventEmitter<string>();
  const triggered = new vscode.EventEmitter<vscode.QuickInputButton>();
  const itemTriggered = new vscode.EventEmitter<PressedButton>();
  let isDone = false;
  let isAnswered = false;
  let message: unknown;
  const reply = (): void => {
    if (isDone || (says === 'placeholder' && box.items.length === 0)) return void setTimeout(reply, 10);
    const given = answer(String(box[says]), box.items);
    if (given === undefined) return events.hide.fire();
    if (given === vscode.QuickInputButtons.Back) return triggered.fire(vscode.QuickInputButtons.Back);
    if (given instanceof PressedButton) return itemTriggered.fire(given);
    if (says === 'placeholder' && box.canSelectMany === true) box.selectedItems = given as readonly unknown[];
    else if (says === 'placeholder') box.activeItems = [given];
    // like VS Code, which fires no event if the same text is typed again
    else if (box.value !== given) changed.fire((box.value = given as string));
    isAnswered = true;
    events.accept.fire();
  };
  const box: Box = {
    items: [],
    activeItems: [],
    selectedItems: [],
    buttons: [],
    value: '',
    get validationMessage() {
      return message;
    },
    set validationMessage(said) {
      message = said;
      if (said === undefined || !isAnswered) return;
      isAnswered = false;
      setTimeout(reply, 0);
    },
    onDidAccept: events.accept.event,
    onDidHide: events.hide.event,
    onDidChangeValue: changed.event,
    onDidTriggerButton: triggered.event,
    onDidTriggerItemButton: itemTriggered.event,
    show: () => void setTimeout(reply, 0),
    hide: () => events.hide.fire(),
    dispose: () => (isDone = true),
  };
  return box;
}

/** Presses Enter at once: VS Code preselects the first item of a list. */
export const acceptsPreselected: Answer = (_, [first]) => first;

/** Picks a line by its label. */
export const picks =
  (label: string): Answer =>
  (_, items) =>
    (items as readonly { readonly label: string }[]).find((item) => item.label === label);
