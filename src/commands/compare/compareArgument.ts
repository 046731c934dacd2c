import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tableQuery, type TableQuery } from '../../features/table/tableProtocol.ts';
import type { ListViewAddress } from '../../model/address/address.ts';
import type { ComparedField } from '../../model/compare/comparedFields.ts';
import { UserError } from '../../platform/errorReporter.ts';
import { controllerIn } from '../addressArgument.ts';
import { fileIn, textIn, valueIn } from '../commandArgument.ts';

/** What a list view is compared with. */
export type ComparedWith = ListViewAddress | { readonly kind: 'file'; readonly file: vscode.Uri };

/** Reads `other` or `source`. Parts missing from `other` default to those of `here`. */
export function namedPartner(argument: unknown, here: ListViewAddress): ComparedWith | undefined {
  const file = fileIn(argument, 'source');
  if (file) return { kind: 'file', file };
  const other = valueIn(argument, 'other');
  if (other === undefined) return undefined;
  return {
    kind: 'listView',
    connection: textIn(other, 'connection') ?? here.connection,
    controller: controllerIn(other) ?? here.controller,
    listView: textIn(other, 'listView') ?? here.listView,
  };
}

/** The search and filters of a caller; undefined if it gives none. */
export function queryIn(argument: unknown): TableQuery | undefined {
  const said = argument instanceof vscode.Uri ? undefined : valueIn(argument, 'query');
  if (said === undefined) return undefined;
  const query = tableQuery.safeParse(said);
  if (query.success) return query.data;
  throw new UserError(t('Could not compare: “query” must be an object with search, filters or rawQ.'));
}

/** `id`, or a field by its key or label. */
export function readKey(argument: unknown, fields: readonly ComparedField[]): 'id' | number | undefined {
  const named = textIn(argument, 'key');
  if (named === undefined || named === 'id') return named;
  const at = fields.findIndex(({ key, label, isCompared }) => isCompared && (key === named || label === named));
  if (at >= 0) return at;
  throw new UserError(
    t("Could not compare: the field “{0}” doesn't exist on both sides. Specify another one as “key”.", named),
  );
}
