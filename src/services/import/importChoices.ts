import { t } from '@vscode/l10n';
import { type ColumnUse, guessMapping, importFieldNamed, type SavedMapping } from '../../model/import/importMapping.ts';
import type { ImportKey, ImportMode } from '../../model/import/importWork.ts';
import { UserFacingError } from '../../model/errors.ts';
import type { Memento } from '../remembered/memento.ts';
import { ImportMemory } from './importMemory.ts';
import type { ImportFile, ImportTarget } from './planImport.ts';

const maxTitle = 100;

/** Choices made by the caller of an import. */
export interface ImportChoices {
  /** By column title: a field, `id`, or null to skip the column. */
  readonly mapping: SavedMapping;
  /** `none` to add all records, or the title of the column to match records by. */
  readonly key: string | undefined;
  readonly mode: ImportMode;
  /** True to import without prompts and write everything that can be written. */
  readonly isConfirmed: boolean;
}

/**
 * Maps columns to fields: as given or chosen before, or by title. Throws for a given mapping that can't be followed:
 * matched by its title instead, the column could overwrite another field.
 */
export function mapColumns(
  { address }: ImportTarget,
  file: ImportFile,
  memory: Memento,
  named: SavedMapping = {},
): ColumnUse[] {
  const { table, subject } = file;
  const keys = Object.entries(named).map(([title, field]) => [title, givenKey(title, field, file)]);
  const known = { ...new ImportMemory(memory).get(address.controller), ...Object.fromEntries(keys) };
  return guessMapping(table.titles, subject, known);
}

/** Returns the key of the field that a caller maps a column to. */
function givenKey(title: string, field: string | null, { table, subject, name }: ImportFile): string | null {
  if (field === null) return null;
  if (!table.titles.includes(title))
    throw new UserFacingError(
      t('Could not import {0}: it has no column “{1}”. Correct the mapping.', name, title.slice(0, maxTitle)),
    );
  if (field === 'id') return field;
  const { key, why } = importFieldNamed(field, subject);
  if (key === undefined) throw mappingProblem(name, why);
  return key;
}

function mappingProblem(name: string, why: string): UserFacingError {
  return new UserFacingError(
    t('Could not import {0}. {1} Specify another field in the mapping, or skip the column.', name, why),
  );
}

/** The match key given by code, as a column title. */
export function namedKey(key: string, titles: readonly string[], uses: readonly ColumnUse[]): ImportKey {
  if (key === 'none') return { kind: 'none' };
  const use = uses[titles.indexOf(key)];
  if (use?.kind === 'field') return { kind: 'field', field: use.field };
  if (use?.kind === 'id') return { kind: 'id' };
  throw new UserFacingError(
    t('Could not import: “{0}” is not a column that identifies records. Specify another one as “key”.', key),
  );
}

/** For calls from code without prompts: anything that can't be guessed must be given. */
export function confirmedKey(
  { key, mode }: ImportChoices,
  { table, name }: ImportFile,
  uses: readonly ColumnUse[],
): ImportKey {
  const unknown = uses.flatMap((use, at) =>
    use.kind === 'unknown' ? [{ title: table.titles[at] ?? '', why: use.why }] : [],
  );
  const why = unknown.find((one) => one.why !== undefined)?.why;
  if (why !== undefined) throw mappingProblem(name, why);
  if (unknown.length > 0)
    throw new UserFacingError(
      t(
        'Could not import {0}: no field matches “{1}”. Specify its field in the mapping, or skip the column.',
        name,
        unknown
          .slice(0, 3)
          // a file without line breaks is one title
          .map(({ title }) => title.slice(0, maxTitle))
          .join('”, “'),
      ),
    );
  if (!uses.some(({ kind }) => kind === 'field'))
    throw new UserFacingError(
      t('Could not import {0}: none of its columns is a field that you can edit. Choose another file.', name),
    );
  if (key === 'none' && mode === 'change')
    throw new UserFacingError(
      t('Could not import {0}: to change records, they must be matched. Specify a column as “key”.', name),
    );
  if (key !== undefined) return namedKey(key, table.titles, uses);
  if (uses.some(({ kind }) => kind === 'id')) return { kind: 'id' };
  throw new UserFacingError(
    mode === 'change'
      ? t('Could not import {0}: it has no ids. Specify a column as “key”.', name)
      : t('Could not import {0}: it has no ids. Specify a column as “key”, or “none” to add all records.', name),
  );
}
