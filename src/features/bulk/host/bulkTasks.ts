import type { BulkLedger } from '../../../model/bulk/bulkLedger.ts';
import type { BulkRunner } from '../../../services/bulk/bulkRunner.ts';
import type { ActiveRun } from '../../../services/bulk/bulkRuns.ts';
import { t } from '@vscode/l10n';
import type { BulkState } from '../bulkProtocol.ts';
import type { PlanProgress } from '../../../services/bulk/bulkPlanner.ts';

export interface RunListener {
  readonly begun: (ledger: BulkLedger) => void;
  readonly changed: () => void;
  readonly ended: (reason: Error | undefined) => void;
}

/** The run shown by a page, while in progress. */
export class ShownRun {
  readonly #listener: RunListener;
  #isBeginning = false;
  #runner: BulkRunner | undefined;

  constructor(listener: RunListener) {
    this.#listener = listener;
  }

  get runner(): BulkRunner | undefined {
    return this.#runner;
  }

  /** True if a run is about to start or resume. */
  get isBeginning(): boolean {
    return this.#isBeginning;
  }

  /** One at a time: a second click can arrive before the page shows the effect of the first. */
  async begin(start: () => Promise<ActiveRun | undefined>): Promise<void> {
    if (this.#isBeginning || this.#runner) return;
    this.#isBeginning = true;
    try {
      const active = await start();
      if (active) this.attach(active);
    } finally {
      this.#isBeginning = false;
    }
  }

  attach({ runner, ended }: ActiveRun): void {
    this.#runner = runner;
    const listening = runner.onDidChange(this.#listener.changed);
    void ended.finally(() => {
      listening.dispose();
      this.#runner = undefined;
      this.#listener.ended(runner.reason);
    });
    this.#listener.begun(runner.ledger);
  }
}

interface Begun {
  readonly onProgress: PlanProgress;
  readonly signal: AbortSignal;
}

/** A lengthy task before there is a draft or a run: reports progress and can be canceled. */
export class Preparation {
  readonly #changed: () => void;
  #abort: AbortController | undefined;
  shown: BulkState['work'] = null;
  /** The records read so far, which are already shown. */
  planned: BulkLedger | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Cancels the current task. */
  begin(words: string): Begun {
    this.cancel();
    this.#abort = new AbortController();
    this.shown = { words, done: 0, total: null };
    this.planned = undefined;
    const onProgress: PlanProgress = (step, done, total, planned) => {
      const doing = step === 'find' ? t('Finding the records') : t('Preparing the preview');
      this.shown = { words: doing, done, total: total ?? null };
      this.planned = planned;
      this.#changed();
    };
    return { onProgress, signal: this.#abort.signal };
  }

  cancel(): void {
    this.#abort?.abort();
  }
}
