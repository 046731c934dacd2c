import { t } from '@vscode/l10n';
import type { RecordService } from '../../service/recordService.ts';
import type { ControllerName } from '../../model/controller.ts';
import type { RecordField } from '../../model/form/formElement.ts';
import type { ReferenceMatch, ReferenceMatches } from '../../model/form/referenceValue.ts';
import { formatText } from '../../model/formatValue.ts';
import { incompleteView, type LookUpPage } from '../../model/list/lookUpView.ts';
import type { Column, RecordRow } from '../../model/list/recordPage.ts';
import { saidOnce } from '../../model/serviceWords.ts';
import { holdWords, searchTerms } from '../../model/list/searchWords.ts';
import type { Clients } from '../connections/clients.ts';
import { findByPhone } from '../lists/findByPhone.ts';
import { referencedControllers, type ReferenceSources } from './referencedControllers.ts';

export interface ReferenceDeps extends ReferenceSources {
  readonly clients: Pick<Clients, 'get'>;
}

/** Text typed into a reference, and the controller to search if the user has just chosen one. */
export interface LookUp {
  readonly text: string;
  readonly controller?: string | undefined;
  /** Controller of the record with the reference. */
  readonly near?: ControllerName;
}

const max = 30;
/** Maximum records with the longest word, if the words are searched separately. */
const maxMatchesPerWord = 100;

/** Returns records that a reference may point to, by part of their name, or what must be known first. */
export async function lookUp(
  deps: ReferenceDeps,
  connection: string,
  { label, reference = {} }: Pick<RecordField, 'label' | 'reference'>,
  { text, controller: chosen, near }: LookUp,
  signal: AbortSignal,
): Promise<ReferenceMatches> {
  const controllers = await referencedControllers(deps, connection, { ...reference, ...(near && { near }) });
  const nothing = { records: [], isCut: false };
  const picked = controllers.find((one) => one === chosen);
  const [only] = picked ? [picked] : controllers;
  if (!only) return { ...nothing, whyNotFound: unknownController(label) };
  if (!picked && controllers.length > 1) return { ...nothing, controllers };
  const { model } = reference;
  if (picked && controllers.length > 1 && model !== undefined) await deps.chosen.choose(connection, model, picked);
  const found = await find(await deps.clients.get(connection), only, text, signal);
  return { ...found, ...(model !== undefined && { model }) };
}

export function unknownController(label: string): string {
  return t('The service does not specify a controller for “{0}”. Enter an id.', label);
}

async function find(
  client: Pick<RecordService, 'lookUp'>,
  controller: ControllerName,
  text: string,
  signal: AbortSignal,
): Promise<ReferenceMatches> {
  const search = text.trim();
  const { words, phone } = searchTerms(search);
  let said: readonly string[] = [];
  const ask = async (wanted: string, limit: number): Promise<LookUpPage> => {
    const asked = { page: 1, limit, ...(wanted !== '' && { search: wanted }) };
    const page = await client.lookUp(controller, asked, signal);
    said = saidOnce(said, page.messages ?? [], page.view.showsAll ? [] : [incompleteView(page.view, controller)]);
    return page;
  };
  const whole = await ask(search, max);
  const [longest = ''] = words;
  // many services search for the literal text in one field at a time, and no field has the full name
  const isByWord = whole.rows.length === 0 && words.length > 1;
  const page = isByWord ? await ask(longest, maxMatchesPerWord) : whole;
  const rows = isByWord ? page.rows.filter(({ name, cells }) => holdWords([name, ...cells], words)) : page.rows;
  const isByPhone = phone !== undefined && rows.length === 0;
  const found = isByPhone ? (await findByPhone(ask, phone)).rows : rows;
  const records = found.slice(0, max).flatMap((row) => matchOf(row, page.columns) ?? []);
  const asked = isByWord ? maxMatchesPerWord : max;
  const hasMore = page.total === undefined ? page.rows.length >= asked : page.total > page.rows.length;
  return { records, isCut: !page.view.showsAll || hasMore || found.length > max, ...(said.length > 0 && { said }) };
}

/** Returns undefined for a row without an id, and for a deleted one. */
export function matchOf(
  { id, name, cells, isDeleted }: RecordRow,
  columns: readonly Column[],
): ReferenceMatch | undefined {
  if (id === null || isDeleted) return undefined;
  const details = cells.map((cell, at) => {
    if (cell === null || cell === name || cell === id) return '';
    const column = columns[at];
    return column ? formatText(cell, column.kind, column.name) : cell;
  });
  const detail = details.find((text) => text !== '');
  return { id, text: name === '' ? id : name, ...(detail !== undefined && { detail: detail.slice(0, 100) }) };
}
