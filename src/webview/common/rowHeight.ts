/** Where there is no room beside it, what changes stands below the name of its record: as `recordList.css` has it. */
export const narrow = window.matchMedia('(width < 520px)');

export const oneLine = 28;
const twoLines = 48;

export const rowHeight = (): number => (narrow.matches ? twoLines : oneLine);
