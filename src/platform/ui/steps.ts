import { AsyncLocalStorage } from 'node:async_hooks';
import * as vscode from 'vscode';

/** A question in its box, before it is shown. */
export interface Question<Answer> {
  readonly box: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] };
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
  /** Calls back with what was chosen or typed, or with why nothing can be. */
  readonly onAnswer: (take: (answer: Answer) => void, fail: (error: unknown) => void) => void;
}

/** The person wants to see the question before this one again. */
class WentBack extends Error {}

const running = new AsyncLocalStorage<Steps>();

/** The questions that the code which asks belongs to; undefined where it asks one alone. */
export function currentSteps(): Steps | undefined {
  const steps = running.getStore();
  // what was begun beside the questions may go on after them
  return steps?.isOver ? undefined : steps;
}

/**
 * Several questions in one box, with the number of each and a way back. Between two of them the box stays where it is, so
 * that no key falls into what is behind it. To go back, `work` is begun anew and gets the answers before that one again:
 * it may read between its questions, and writes after the last.
 */
export async function inSteps<T>(total: number, work: () => Promise<T>): Promise<T> {
  const steps = new Steps(total);
  try {
    for (;;) {
      try {
        return await running.run(steps, work);
      } catch (error) {
        if (!(error instanceof WentBack)) throw error;
        steps.begin();
      }
    }
  } finally {
    steps.end();
  }
}

/** As one of the questions that the code which asks belongs to, or alone. Undefined for whoever closes the box. */
export async function ask<Answer>(
  what: string,
  make: (before: unknown) => Question<Answer>,
): Promise<Answer | undefined> {
  const steps = currentSteps();
  return steps ? steps.ask(what, make) : inSteps(1, () => ask(what, make));
}

class Steps {
  readonly #total: number;
  readonly #answers: { readonly to: string; readonly answer: unknown }[] = [];
  /** Of the question that was gone back to. */
  #before: unknown;
  #next = 0;
  #shown: Question<unknown>['box'] | undefined;
  #isHidden = false;
  isOver = false;

  constructor(total: number) {
    this.#total = total;
  }

  begin(): void {
    this.#next = 0;
  }

  end(): void {
    this.isOver = true;
    this.#shown?.dispose();
  }

  /** VS Code shows a box of its own instead. */
  leaveToDialog(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    this.#isHidden = false;
  }

  /** Undefined for whoever closes the box. `make` gets what was answered before the person came back. */
  async ask<Answer>(what: string, make: (before: unknown) => Question<Answer>): Promise<Answer | undefined> {
    const at = this.#next++;
    const known = this.#answers[at];
    if (known?.to === what) return known.answer as Answer;
    // another question than the last time, so what follows may be another as well
    this.#answers.length = at;
    // closed while the answer before was worked on
    if (this.#isHidden) throw new vscode.CancellationError();
    const question = make(this.#before);
    this.#before = undefined;
    const { box } = question;
    if (this.#total > 1 || at > 0) {
      box.step = at + 1;
      // with more questions than expected, how many follow is not known
      if (at < this.#total) box.totalSteps = this.#total;
      box.ignoreFocusOut = true;
    }
    if (at > 0) box.buttons = [vscode.QuickInputButtons.Back, ...box.buttons];
    const answer = await new Promise<Answer | undefined>((resolve, reject) => {
      question.onAnswer(resolve, reject);
      question.onDidTriggerButton((button) => {
        if (button !== vscode.QuickInputButtons.Back) return;
        this.#before = this.#answers[at - 1]?.answer;
        this.#answers.length = at - 1;
        reject(new WentBack());
      });
      box.onDidHide(() => {
        if (this.#shown === box) this.#isHidden = true;
        resolve(undefined);
      });
      this.#show(box);
    });
    this.#answers.push({ to: what, answer });
    return answer;
  }

  /** The old box goes when the new one is there: with none, the keyboard would go to what is behind them. */
  #show(box: Question<unknown>['box']): void {
    const old = this.#shown;
    this.#shown = box;
    box.show();
    old?.dispose();
  }
}
