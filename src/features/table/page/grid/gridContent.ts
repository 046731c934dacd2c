import type { StagedCell, TableQuery, TableRow } from '../../tableProtocol.ts';
import type { FormattedCell, CellFormatter } from '../cellFormatter.ts';
import type { VisibleColumn } from '../columns/columnLayout.ts';
import { conflictingValue } from '../edit/unresolved.ts';
import { tableWords } from '../tableWords.ts';
import type { Column } from '../../../../model/list/recordPage.ts';
import { formatNumber } from '../../../../model/formatNumber.ts';

/** The data that the grid shows. It is read while painting, so every member must be fast. */
export interface GridModel {
  readonly title: string;
  readonly length: number;
  /** Null if unknown. */
  readonly total: number | null;
  readonly isStale: boolean;
  /** True until the first content is known. */
  readonly isWaiting: boolean;
  /** Pinned columns come first. */
  readonly columns: readonly VisibleColumn[];
  readonly sort: TableQuery['sort'];
  row(index: number): TableRow | undefined;
  /** Sets the width of the grid on screen. */
  setRoom(room: number): void;
  setVisibleRows(first: number, last: number): void;
  isSelected(row: TableRow): boolean;
  staged(row: TableRow, column: VisibleColumn): StagedCell | undefined;
  /** Previous value of a cell that a refresh changed; undefined for any other cell. */
  was(row: TableRow, column: VisibleColumn): string | null | undefined;
  /** A text rejected for a cell, and the reason. */
  refusal(row: TableRow, column: VisibleColumn): { readonly text: string; readonly why: string } | undefined;
}

/** Everything written into the element of a cell; an empty text removes the attribute. */
export interface CellContent {
  readonly text: string;
  readonly className: string;
  readonly title: string;
  readonly label: string;
  readonly description: string;
  readonly isLink: boolean;
}

/** Characters that are narrow in every font: none is wider than `maxNarrowWidth` pixels. */
const narrow = /^[\d .,:/'’−✓✗-]*$/;
const maxNarrowWidth = 9;
const padding = 16;

export function cellContent(
  row: TableRow,
  { column, cell, width }: VisibleColumn,
  staged: StagedCell | undefined,
  was: string | null | undefined,
  formatter: CellFormatter,
  refusal?: { readonly text: string; readonly why: string },
): CellContent {
  const value = staged ? staged.to : (row.cells[cell] ?? null);
  const format = (one: string | null): FormattedCell =>
    one === null || one === '' ? { text: '' } : formatter.format(one, column);
  const textOf = (one: string | null): string => (one ? formatter.textOf(one, column) : '');
  const shown = format(value);
  const isLink = column.isLink && row.id !== null && value !== null;
  const problem = staged?.problem;
  const news = was === undefined ? '' : tableWords.changed(textOf(was));
  const theirs = staged && conflictingValue(staged, row, cell);
  const status = staged ? stagedWords(staged, theirs, textOf) : news;
  const said = refusal ? [tableWords.notTaken(refusal.text, refusal.why), status].filter(Boolean).join(' ') : status;
  // screen readers don't announce a strikethrough
  const description = row.isDeleted ? [tableWords.deleted, said].filter(Boolean).join('; ') : said;
  return {
    text: shown.text,
    className:
      classOf(column.kind, { value, isLink, staged, isRefused: problem !== undefined || theirs !== undefined }) +
      (news && !staged ? ' changed' : '') +
      (refusal && !problem ? ' refused' : '') +
      fitOf(shown.text, width),
    title: description || shown.title || '',
    label: shown.label ?? '',
    description,
    isLink,
  };
}

/** Doesn't clip a cell that is wide enough for its text: clipping costs the browser work in every frame. */
function fitOf(text: string, width: number): string {
  return text.length * maxNarrowWidth + padding <= width && narrow.test(text) ? ' fits' : '';
}

function stagedWords(
  { from, problem }: StagedCell,
  theirs: string | null | undefined,
  textOf: (value: string | null) => string,
): string {
  if (theirs !== undefined) return `${tableWords.staged(textOf(from))}; ${tableWords.conflict(textOf(theirs))}`;
  return problem ? tableWords.notSaved(problem) : tableWords.staged(textOf(from));
}

function classOf(
  kind: string,
  state: { value: string | null; isLink: boolean; staged: StagedCell | undefined; isRefused: boolean },
): string {
  let name = `cell ${kind}`;
  if (state.value === null) name += ' null';
  if (state.isLink) name += ' link';
  if (state.staged) name += state.isRefused ? ' refused' : ' staged';
  return name;
}

/** Contents of the service's totals row. The first column without a total holds the row's label. */
export function totalContents(
  columns: readonly VisibleColumn[],
  listed: number | null,
  formatter: CellFormatter,
): readonly CellContent[] {
  const labeled = columns.findIndex(({ column }) => column.total === undefined);
  const counts = new Set(columns.flatMap(({ column }) => (column.total === undefined ? [] : [column.totalCount])));
  const [count] = counts;
  // the service may total other records than a search or filter shows
  const isOfOthers = counts.size === 1 && count !== undefined && count !== listed;
  const rowLabel = isOfOthers ? tableWords.serviceTotalOf(formatNumber(count)) : tableWords.serviceTotal;
  return columns.map(({ column }, index) => {
    const total = formatter.total(column);
    const isLabel = index === labeled;
    // let the label of a narrow column overflow into the empty one next to it
    const isNextEmpty = columns[index + 1]?.column.total === undefined;
    return {
      text: total ?? (isLabel ? rowLabel : ''),
      className: total === undefined ? `cell text${isLabel && isNextEmpty ? ' fits' : ''}` : 'cell number',
      title: total === undefined ? (isLabel ? rowLabel : '') : totalTitle(column, total),
      label: '',
      description: '',
      isLink: false,
    };
  });
}

function totalTitle({ label, totalCount }: Column, total: string): string {
  return totalCount === undefined
    ? tableWords.totalOf(label, total)
    : tableWords.countedTotalOf(label, total, formatNumber(totalCount));
}
