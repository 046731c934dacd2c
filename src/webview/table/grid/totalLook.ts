import type { Column } from '../../../model/list/recordPage.ts';
import type { CellTexts } from '../cellText.ts';
import { words } from '../words.ts';
import type { CellLook } from './cellLook.ts';

/** What stands under a column in the row of totals. The first one says what the row is, unless it has a total itself. */
export function totalLook({ label, total }: Column, isFirst: boolean, texts: CellTexts): CellLook {
  const text = total === undefined ? '' : texts.number(String(total));
  return {
    text: text === '' && isFirst ? words.total : text,
    className: text === '' ? 'cell text' : 'cell number',
    title: text && words.totalOf(label, text),
    label: '',
    description: '',
    isLink: false,
  };
}
