import { t } from '@vscode/l10n';
import type { BulkState } from '../../protocol/bulk.ts';
import type { PlanProgress } from '../../services/bulk/bulkPlanner.ts';

interface Begun {
  readonly onProgress: PlanProgress;
  readonly signal: AbortSignal;
}

/** What takes its time before there is a plan or a run: it tells how far it is, and can be given up. */
export class BulkWork {
  readonly #changed: () => void;
  #abort: AbortController | undefined;
  shown: BulkState['work'] = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Whatever was under way is given up. */
  begin(words: string): Begun {
    this.giveUp();
    this.#abort = new AbortController();
    this.shown = { words, done: 0, total: null };
    const onProgress: PlanProgress = (step, done, total) => {
      const doing = step === 'find' ? t('Finding the records') : t('Looking at the records');
      this.shown = { words: doing, done, total: total ?? null };
      this.#changed();
    };
    return { onProgress, signal: this.#abort.signal };
  }

  giveUp(): void {
    this.#abort?.abort();
  }
}
