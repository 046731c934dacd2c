import * as vscode from 'vscode';
import { AsyncInputValidator, type TryInput } from './asyncInputValidator.ts';
import { ask, currentSteps, type Question } from './steps.ts';
import { plainLabel, plainLines, plainSentence } from './plainText.ts';

/**
 * Dialogs, pickers and input boxes. As in `notifications.ts`, all text is shown literally; icons are passed separately.
 */

interface DialogOptions {
  /** One entry per line. */
  readonly detail?: readonly (string | undefined)[];
  /** True if it isn't a warning. */
  readonly isHarmless?: boolean;
}

/**
 * Modal. VS Code focuses the first button, so use `confirmDestructive` for anything that can't be undone. Returns
 * undefined if closed.
 */
export async function showDialog<Button extends string>(
  question: string,
  { detail = [], isHarmless = false }: DialogOptions,
  ...buttons: readonly Button[]
): Promise<Button | undefined> {
  const kind = isHarmless ? 'showInformationMessage' : 'showWarningMessage';
  return vscode.window[kind](plainSentence(question), { modal: true, detail: plainLines(detail) }, ...buttons);
}

/** Returns undefined if nothing is picked. */
export async function showQuickPick<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  options: vscode.QuickPickOptions,
): Promise<Item | undefined> {
  const steps = currentSteps();
  if (!steps) return vscode.window.showQuickPick(items.map(plainItem), plainOptions(options));
  const { placeHolder: placeholder = '', title, matchOnDescription, matchOnDetail, ignoreFocusOut } = options;
  return steps.ask<Item>(`${title ?? ''} ${placeholder}`, (before) => {
    const pick = createQuickPick<Item>({ placeholder, ...(title !== undefined && { title }) });
    pick.matchOnDescription = matchOnDescription ?? false;
    pick.matchOnDetail = matchOnDetail ?? false;
    pick.ignoreFocusOut = ignoreFocusOut ?? false;
    setItems(pick, items);
    // VS Code activates the first line by default
    const chosen = pick.items.find((item) => isSameLine(item, before));
    if (chosen) pick.activeItems = [chosen];
    return questionOf(pick);
  });
}

/**
 * A quick pick as one step of several: Enter answers with the active line and shows that it was accepted until the next
 * question.
 */
export function questionOf<Item extends vscode.QuickPickItem>(
  pick: QuickPick<Item>,
  isAnswer: (item: Item) => boolean = () => true,
): Question<Item> {
  return {
    box: pick,
    onDidTriggerButton: pick.onDidTriggerButton,
    onAnswer: (onAccept) =>
      pick.onDidAccept(() => {
        const [item] = pick.activeItems;
        if (!item || !isAnswer(item)) return;
        Object.assign(pick, { enabled: false, busy: true });
        onAccept(item);
      }),
  };
}

/** Compares by content, since the lines are recreated each time. */
function isSameLine(item: vscode.QuickPickItem, before: unknown): boolean {
  if (typeof before !== 'object' || before === null) return false;
  const { label, description } = before as Partial<vscode.QuickPickItem>;
  return item.label === label && item.description === description;
}

/** Cancels the calling command silently if nothing is picked. */
export async function pickOne<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  options: vscode.QuickPickOptions,
): Promise<Item> {
  const picked = await showQuickPick(items, options);
  if (!picked) throw new vscode.CancellationError();
  return picked;
}

/** Picks any number of lines; those with `picked` start checked. Closing the box cancels the calling command. */
export async function pickMany<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  texts: BoxTexts,
): Promise<readonly Item[]> {
  const answer = await ask<readonly Item[]>(`${texts.title ?? ''} ${texts.placeholder}`, () => {
    const pick = createQuickPick<Item>(texts);
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    setItems(pick, items);
    pick.selectedItems = pick.items.filter(({ picked }) => picked === true);
    const onAnswer: Question<readonly Item[]>['onAnswer'] = (onAccept) =>
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems;
        Object.assign(pick, { enabled: false, busy: true });
        onAccept(chosen);
      });
    return { box: pick, onDidTriggerButton: pick.onDidTriggerButton, onAnswer };
  });
  if (!answer) throw new vscode.CancellationError();
  return answer;
}

type PickTexts = 'title' | 'placeholder' | 'items';

/** A quick pick whose lines change while it is open, only through `setItems`. */
export type QuickPick<Item extends vscode.QuickPickItem> = Omit<vscode.QuickPick<Item>, PickTexts> &
  Readonly<Pick<vscode.QuickPick<Item>, PickTexts>>;

interface BoxTexts {
  readonly title?: string;
  readonly placeholder: string;
}

export function createQuickPick<Item extends vscode.QuickPickItem>(texts: BoxTexts): QuickPick<Item> {
  return Object.assign(vscode.window.createQuickPick<Item>(), plainOptions(texts));
}

export function setItems<Item extends vscode.QuickPickItem>(pick: QuickPick<Item>, items: readonly Item[]): void {
  Object.assign(pick, { items: items.map(plainItem) });
}

function plainItem<Item extends vscode.QuickPickItem>(item: Item): Item {
  const { label, description, detail } = item;
  return {
    ...item,
    label: plainLabel(label),
    ...(description !== undefined && { description: plainLabel(description) }),
    ...(detail !== undefined && { detail: plainSentence(detail) }),
  };
}

interface InputOptions extends Omit<vscode.InputBoxOptions, 'validateInput'> {
  /** Returns undefined if the input is valid. */
  readonly validateInput?: (typed: string) => string | undefined;
  /** Check that needs a server, shown as a warning: a second Enter accepts the input anyway. */
  readonly tryInput?: TryInput;
}

export function showInputBox({ validateInput, tryInput, ...options }: InputOptions): Thenable<string | undefined> {
  if (currentSteps() || tryInput)
    return ask(`${options.title ?? ''} ${options.prompt ?? ''}`, (before) =>
      inputQuestion(options, validateInput, tryInput, before),
    );
  if (!validateInput) return vscode.window.showInputBox(plainOptions(options));
  const plainProblem = (typed: string): string | undefined => {
    const problem = validateInput(typed);
    return problem === undefined ? undefined : plainSentence(problem);
  };
  return vscode.window.showInputBox({ ...plainOptions(options), validateInput: plainProblem });
}

function inputQuestion(
  { title, prompt, placeHolder: placeholder, password = false, ignoreFocusOut = false, value = '' }: InputOptions,
  validateInput: InputOptions['validateInput'],
  tryInput: TryInput | undefined,
  before: unknown,
): Question<string> {
  const box = Object.assign(vscode.window.createInputBox(), plainOptions({ title, prompt, placeholder }), { password });
  box.ignoreFocusOut = ignoreFocusOut;
  box.value = typeof before === 'string' ? before : value;
  const check = (): boolean => {
    const problem = validateInput?.(box.value);
    box.validationMessage = problem === undefined ? undefined : plainSentence(problem);
    return problem === undefined;
  };
  const trial =
    tryInput &&
    new AsyncInputValidator(tryInput, (remark, busy) => {
      const { Warning: severity } = vscode.InputBoxValidationSeverity;
      box.validationMessage = remark === undefined ? undefined : { message: plainSentence(remark), severity };
      box.busy = busy;
    });
  box.onDidChangeValue(() => {
    trial?.cancel();
    if (check()) trial?.plan(box.value);
  });
  box.onDidHide(() => trial?.cancel());
  const accept = async (onAccept: (typed: string) => void): Promise<void> => {
    const { value: typed } = box;
    if (!check() || (trial && !(await trial.accepts(typed)))) return;
    Object.assign(box, { enabled: false, busy: true });
    onAccept(typed);
  };
  const onAnswer: Question<string>['onAnswer'] = (onAccept) => box.onDidAccept(() => void accept(onAccept));
  return { box, onDidTriggerButton: box.onDidTriggerButton, onAnswer };
}

type InputBox = Omit<vscode.InputBox, 'title' | 'placeholder' | 'prompt' | 'validationMessage'>;

export function createInputBox(texts: BoxTexts): InputBox {
  return Object.assign(vscode.window.createInputBox(), plainOptions(texts));
}

export function showSaveDialog(options: vscode.SaveDialogOptions): Thenable<vscode.Uri | undefined> {
  currentSteps()?.leaveToDialog();
  return vscode.window.showSaveDialog(plainOptions(options));
}

export function showOpenDialog(options: vscode.OpenDialogOptions): Thenable<vscode.Uri[] | undefined> {
  currentSteps()?.leaveToDialog();
  return vscode.window.showOpenDialog(plainOptions(options));
}

const boxTexts = ['title', 'prompt', 'placeHolder', 'placeholder', 'saveLabel', 'openLabel'];

/** Escapes the texts of a box, not its input. */
function plainOptions<Options extends object>(options: Options): Options {
  const plain = Object.entries(options).map(([name, value]: [string, unknown]) =>
    boxTexts.includes(name) && typeof value === 'string' ? [name, plainLabel(value)] : [name, value],
  );
  return Object.fromEntries(plain) as Options;
}
