import type { Column } from '../../../model/recordPage.ts';
import type { CellTexts } from '../cellText.ts';
import { words } from '../words.ts';
import type { CellLook } from './cellLook.ts';

/** What stands under a column in the row of totals. */
export function totalLook({ label, total }: Column, texts: CellTexts): CellLook {
  const text = total === undefined ? '' : texts.number(String(total));
  return {
    text,
    className: 'cell number',
    title: text && words.totalOf(label, text),
    label: '',
    description: '',
    isLink: false,
  };
}
