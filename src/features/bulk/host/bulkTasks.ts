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

/** The run that a page shows, while it is under way. */
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

  /** A run is about to begin or to go on. */
  get isBeginning(): boolean {
    return this.#isBeginning;
  }

  /** One at a time: a second press of the button comes before the page shows what the first has done. */
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

/** What takes its time before there is a plan or a run: it tells how far it is, and can be given up. */
export class Preparation {
  readonly #changed: () => void;
  #abort: AbortController | undefined;
  shown: BulkState['work'] = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Whatever was under way is given up. */
  begin(words: string): Begun {
    this.cancel();
    this.#abort = new AbortController();
    this.shown = { words, done: 0, total: null };
    const onProgress: PlanProgress = (step, done, total) => {
      const doing = step === 'find' ? t('Finding the records') : t('Looking at the records');
      this.shown = { words: doing, done, total: total ?? null };
      this.#changed();
    };
    return { onProgress, signal: this.#abort.signal };
  }

  cancel(): void {
    this.#abort?.abort();
  }
}
