import { t } from '@vscode/l10n';
import type { ListViewAddress } from '../../model/address/address.ts';
import { type ColumnUse, guessMapping, type ImportSubject } from '../../model/import/importMapping.ts';
import type { ImportKey } from '../../model/import/importWork.ts';
import { UserError } from '../../platform/errorReporter.ts';
import type { ImportMemory } from '../../services/import/importMemory.ts';
import type { ImportTable } from '../../services/import/importTable.ts';
import { type ImportOptions, namedKey } from './importArgument.ts';
import { askKey, askMapping, type Mapping } from './importQuestions.ts';

/** A file on its way into a controller. */
export interface Import {
  readonly address: ListViewAddress;
  /** The address of the service that it was begun for. */
  readonly madeFor: string;
  readonly options: ImportOptions;
  readonly name: string;
  readonly table: ImportTable;
  readonly subject: ImportSubject;
}

/** Asks only when nobody can tell what a column is. */
export async function mapColumns(
  imports: ImportMemory,
  { address, options, table, subject, name }: Import,
): Promise<Mapping> {
  const controller = address.controller;
  const byName = Object.entries(options.mapping).map(([title, field]) => [title, keyOfField(subject, field)] as const);
  const known = { ...imports.get(controller), ...Object.fromEntries(byName) };
  const guessed = guessMapping(table.titles, subject, known);
  const unknown = table.titles.filter((_, at) => guessed[at]?.kind === 'unknown');
  if (unknown.length > 0 && options.isConfirmed)
    throw new UserError(
      t(
        'Could not import {0}: nobody can tell what “{1}” is. Name its field in “mapping”, or null to leave it out.',
        name,
        unknown.slice(0, 3).join('”, “'),
      ),
    );
  if (unknown.length > 0) {
    return askMapping(table.titles, guessed, subject);
  }
  if (guessed.some(({ kind }) => kind === 'field')) return { uses: guessed, chosen: {} };
  throw new UserError(
    t('Could not import {0}: none of its columns is a field that you may write. Choose another file.', name),
  );
}

/** Code may name a field as a record has it: `city`. */
function keyOfField({ form }: ImportSubject, name: string | null): string | null {
  if (name === null || name === 'id') return name;
  return form.fields.find(({ at, key }) => at.join('.') === name || key === name)?.key ?? name;
}

/** How the file's records find those of the service: by their ids where it has them. */
export async function chooseKey(
  { options, table, subject, name }: Import,
  uses: readonly ColumnUse[],
): Promise<ImportKey> {
  if (options.key !== undefined) return namedKey(options.key, table.titles, uses);
  if (uses.some(({ kind }) => kind === 'id')) return { kind: 'id' };
  if (!options.isConfirmed) return askKey(uses, subject);
  throw new UserError(
    t('Could not import {0}: it has no ids. Name a column as “key”, or “none” to add all records.', name),
  );
}
