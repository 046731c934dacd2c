import { type ExportFormat, parseFormat } from '../../model/export/exportFormat.ts';
import type { Memento } from '../remembered/memento.ts';

export interface ExportHabits {
  readonly format: ExportFormat;
  readonly columns: 'visible' | 'all';
  /** The address of the folder that was written to. */
  readonly folder: string | undefined;
}

const key = 'exportHabits';

/** What a person chose for the last export, for the next one. */
export class ExportPreferences {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  get last(): ExportHabits {
    const kept = this.#memory.get(key) as Partial<Record<keyof ExportHabits, unknown>> | undefined;
    return {
      format: (typeof kept?.format === 'string' ? parseFormat(kept.format) : undefined) ?? 'csv',
      columns: kept?.columns === 'all' ? 'all' : 'visible',
      folder: typeof kept?.folder === 'string' ? kept.folder : undefined,
    };
  }

  async keep(habits: ExportHabits): Promise<void> {
    await this.#memory.update(key, habits);
  }
}
