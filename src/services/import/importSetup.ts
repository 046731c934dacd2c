import { t } from '@vscode/l10n';
import type { RecordField } from '../../model/form/formElement.ts';
import {
  type ColumnUse,
  importFields,
  type ImportSubject,
  mappingConflicts,
  sampleProblem,
  type SavedMapping,
  targetKey,
} from '../../model/import/importMapping.ts';
import type { ImportKey, ImportMode } from '../../model/import/importWork.ts';
import { columnOfField } from './findByField.ts';
import { longestSample } from './scanTable.ts';

/** Target of a column: a field (index in `fields`), the record id, or none. */
export type ColumnTarget = number | 'id' | 'skip' | 'unmapped';

/** What records are matched by: a field (index in `fields`), their id, or nothing. */
export type MatchTarget = number | 'id' | 'none';

interface ColumnNote {
  readonly tone: 'plain' | 'warning' | 'error';
  readonly text: string;
}

interface DraftOptions {
  readonly titles: readonly string[];
  readonly samples: readonly (readonly string[])[];
  readonly subject: ImportSubject;
  readonly uses: readonly ColumnUse[];
  /** Formulas in the file may be prefixed with an apostrophe. */
  readonly mayBeDefused: boolean;
}

/** Import settings while the user edits them: a field for each column, and what records are matched by. */
export class ImportSetup {
  readonly fields: readonly RecordField[];
  readonly #options: DraftOptions;
  readonly #uses: ColumnUse[];
  #match: MatchTarget | undefined;
  mode: ImportMode = 'both';

  constructor(options: DraftOptions) {
    this.#options = options;
    this.fields = importFields(options.subject);
    this.#uses = [...options.uses];
  }

  get titles(): readonly string[] {
    return this.#options.titles;
  }

  get uses(): readonly ColumnUse[] {
    return this.#uses;
  }

  get targets(): readonly ColumnTarget[] {
    return this.#uses.map((use) => this.#targetOf(use));
  }

  /** Returns false for a column or field that doesn't exist. */
  choose(column: number, target: ColumnTarget): boolean {
    const field = typeof target === 'number' ? this.fields[target] : undefined;
    if (this.#uses[column] === undefined || (typeof target === 'number' && !field)) return false;
    if (field) this.#uses[column] = { kind: 'field', field };
    else if (target === 'id') this.#uses[column] = { kind: 'id' };
    else this.#uses[column] = target === 'skip' ? { kind: 'left', why: t('Skipped by you.') } : { kind: 'unknown' };
    return true;
  }

  /** Returns the choice for a column, to store for the next file. */
  chosen(column: number): SavedMapping {
    const use = this.#uses[column];
    return use && use.kind !== 'unknown' ? { [this.#title(column)]: targetKey(use) ?? null } : {};
  }

  /**
   * Defaults to the id if the file has ids; otherwise the user decides, because a wrong guess would add records a
   * second time.
   */
  get match(): MatchTarget | undefined {
    const { matches } = this;
    if (this.#match !== undefined && matches.includes(this.#match)) return this.#match;
    return matches.includes('id') ? 'id' : undefined;
  }

  set match(match: MatchTarget | undefined) {
    this.#match = match;
  }

  /**
   * Only fields that the look-up list shows can be searched. To change records, they must be matched by something.
   */
  get matches(): readonly MatchTarget[] {
    const { targets } = this;
    const { subject } = this.#options;
    const isFound = (field: RecordField): boolean => columnOfField(subject, field) !== undefined;
    const fields = this.fields.flatMap((field, at) => (targets.includes(at) && isFound(field) ? [at] : []));
    return [
      ...(targets.includes('id') ? (['id'] as const) : []),
      ...fields,
      ...(this.mode === 'change' ? [] : (['none'] as const)),
    ];
  }

  /** Undefined until the user has decided. */
  get key(): ImportKey | undefined {
    const { match } = this;
    if (match === undefined || match === 'id' || match === 'none') return match && { kind: match };
    const field = this.fields[match];
    return field && { kind: 'field', field };
  }

  /** Notes for the user about each column. */
  get notes(): readonly (ColumnNote | undefined)[] {
    const { titles, samples, mayBeDefused } = this.#options;
    const conflicts = mappingConflicts(titles, this.#uses);
    return this.#uses.map((use, at) => {
      const conflict = conflicts[at];
      if (conflict !== undefined) return { tone: 'error', text: conflict };
      if (use.kind === 'left') return { tone: 'plain', text: use.why };
      if (use.kind === 'unknown') return { tone: 'warning', text: use.why ?? t('Not mapped, so not imported.') };
      const whole = (samples[at] ?? []).filter(({ length }) => length < longestSample);
      const text = sampleProblem(use, whole, mayBeDefused);
      return text === undefined ? undefined : { tone: 'warning', text };
    });
  }

  /** Why a preview isn't possible yet, as one sentence. */
  get problem(): string | undefined {
    const conflicts = mappingConflicts(this.#options.titles, this.#uses);
    const at = conflicts.findIndex((conflict) => conflict !== undefined);
    if (at >= 0) return t('Column “{0}”: {1} Choose another field, or skip it.', this.#title(at), conflicts[at] ?? '');
    if (!this.#uses.some(({ kind }) => kind === 'field')) return t('Map at least one column to a field.');
    if (this.matches.length === 0)
      return t('Map a column to the record id or to a field that records can be found by.');
    if (this.match === undefined) return t('Choose how to match the records.');
    return undefined;
  }

  /** Titles of the columns that aren't mapped yet. */
  get unmapped(): readonly string[] {
    return this.#uses.flatMap(({ kind }, at) => (kind === 'unknown' ? [this.#title(at)] : []));
  }

  /** Labels of required fields that no column sets; applies to new records only. */
  get missing(): readonly string[] {
    if (this.match === 'id' || this.mode === 'change') return [];
    const set = new Set(this.#uses.map((use) => targetKey(use)));
    return this.fields.filter(({ required, key }) => required && !set.has(key)).map(({ label }) => label);
  }

  #title(column: number): string {
    return this.#options.titles[column] ?? '';
  }

  #targetOf(use: ColumnUse): ColumnTarget {
    if (use.kind === 'left') return 'skip';
    if (use.kind === 'unknown') return 'unmapped';
    return use.kind === 'id' ? 'id' : this.fields.findIndex(({ key }) => key === use.field.key);
  }
}
