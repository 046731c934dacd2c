import { AsyncLocalStorage } from 'node:async_hooks';
import * as vscode from 'vscode';

/** A question in its box, before it is shown. */
export interface Question<Answer> {
  readonly box: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] };
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
  /** Calls back with the answer, or with the error that prevents one. */
  readonly onAnswer: (take: (answer: Answer) => void, fail: (error: unknown) => void) => void;
}

/** Thrown when the user goes back to the previous question. */
class BackError extends Error {}

const running = new AsyncLocalStorage<Steps>();

/** The steps the calling code runs in; undefined for a single question. */
export function currentSteps(): Steps | undefined {
  const steps = running.getStore();
  // work started during the steps may outlive them
  return steps?.isOver ? undefined : steps;
}

/**
 * Asks several questions in one box, with step numbers and a Back button. The box stays open between two questions, so
 * that no keystroke reaches the editor behind it. Going back restarts `work` and replays the earlier answers: it may
 * read between its questions, but must write only after the last.
 */
export async function inSteps<T>(total: number, work: () => Promise<T>): Promise<T> {
  const steps = new Steps(total);
  try {
    for (;;) {
      try {
        return await running.run(steps, work);
      } catch (error) {
        if (!(error instanceof BackError)) throw error;
        steps.begin();
      }
    }
  } finally {
    steps.end();
  }
}

/** Asks as one of the current steps, or alone. Returns undefined if the box is closed. */
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
  /** Previous answer to the question the user went back to. */
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

  /** Hides the box, because VS Code shows its own dialog instead. */
  leaveToDialog(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    this.#isHidden = false;
  }

  /** Returns undefined if the box is closed. `make` gets the previous answer after going back. */
  async ask<Answer>(what: string, make: (before: unknown) => Question<Answer>): Promise<Answer | undefined> {
    const at = this.#next++;
    const known = this.#answers[at];
    if (known?.to === what) return known.answer as Answer;
    // the question differs from last time, so later answers may no longer apply
    this.#answers.length = at;
    // closed while the previous answer was processed
    if (this.#isHidden) throw new vscode.CancellationError();
    const question = make(this.#before);
    this.#before = undefined;
    const { box } = question;
    if (this.#total > 1 || at > 0) {
      box.step = at + 1;
      // with more questions than expected, the total is unknown
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
        reject(new BackError());
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

  /** Hides the old box only once the new one is shown: otherwise focus would move to the editor behind them. */
  #show(box: Question<unknown>['box']): void {
    const old = this.#shown;
    this.#shown = box;
    box.show();
    old?.dispose();
  }
}
