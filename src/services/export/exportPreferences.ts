import { type ExportFormat, parseFormat } from '../../model/export/exportFormat.ts';
import type { Memento } from '../remembered/memento.ts';

export interface ExportHabits {
  readonly format: ExportFormat;
  readonly columns: 'visible' | 'all';
  /** URI of the last folder. */
  readonly folder: string | undefined;
}

const key = 'exportHabits';

/** Stores the choices of the last export for the next one. */
export class ExportPreferences {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  get last(): ExportHabits {
    const stored = this.#memory.get(key) as Partial<Record<keyof ExportHabits, unknown>> | undefined;
    return {
      format: (typeof stored?.format === 'string' ? parseFormat(stored.format) : undefined) ?? 'csv',
      columns: stored?.columns === 'all' ? 'all' : 'visible',
      folder: typeof stored?.folder === 'string' ? stored.folder : undefined,
    };
  }

  async store(habits: ExportHabits): Promise<void> {
    await this.#memory.update(key, habits);
  }
}
