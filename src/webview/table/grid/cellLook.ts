import type { StagedCell, TableRow } from '../../../protocol/table.ts';
import type { CellText, CellTexts } from '../cellText.ts';
import type { ShownColumn } from '../columns/arrange.ts';
import { isIdentifier } from '../columns/isIdentifier.ts';
import { words } from '../words.ts';

/** All that is written into the element of a cell; an empty text takes the attribute away. */
export interface CellLook {
  readonly text: string;
  readonly className: string;
  readonly title: string;
  readonly label: string;
  readonly description: string;
  readonly isLink: boolean;
}

/** Letters that are narrow in every font: none of them takes more pixels than this. */
const narrow = /^[\d .,:/'’−✓✗-]*$/;
const mostOfNarrow = 9;
const padding = 16;

export function cellLook(
  row: TableRow,
  { column, cell, width }: ShownColumn,
  staged: StagedCell | undefined,
  was: string | null | undefined,
  texts: CellTexts,
): CellLook {
  const value = staged ? staged.to : (row.cells[cell] ?? null);
  const shown: CellText =
    value === null || value === '' ? { text: '' } : texts.of(value, column.kind, isIdentifier(column));
  const isLink = column.isLink && row.id !== null && value !== null;
  const problem = staged?.problem;
  const news = was === undefined ? '' : words.changed(was);
  const description = staged ? stagedWords(staged, row.cells[cell] ?? null) : news;
  return {
    text: shown.text,
    className:
      classOf(column.kind, { value, isLink, staged, problem }) +
      (news && !staged ? ' changed' : '') +
      fitOf(shown.text, width),
    title: description || shown.title || '',
    label: shown.label ?? '',
    description,
    isLink,
  };
}

/** A cell that surely has room for its text is not clipped: the browser has work with every one that is, in every frame. */
function fitOf(text: string, width: number): string {
  return text.length * mostOfNarrow + padding <= width && narrow.test(text) ? ' fits' : '';
}

function stagedWords({ from, to, problem }: StagedCell, now: string | null): string {
  // what arrived after all is in nobody's way
  const isOther = ![from ?? '', to ?? ''].includes(now ?? '');
  const said = problem ? words.notSaved(problem) : words.staged(from);
  return isOther ? `${said.replace(/\.$/, '')}; ${words.conflict(now)}` : said;
}

function classOf(
  kind: string,
  state: { value: string | null; isLink: boolean; staged: StagedCell | undefined; problem: string | undefined },
): string {
  let name = `cell ${kind}`;
  if (state.value === null) name += ' null';
  if (state.isLink) name += ' link';
  if (state.staged) name += state.problem ? ' refused' : ' staged';
  return name;
}
