import { t } from '@vscode/l10n';
import { excelLimits } from '../../model/export/exportFormat.ts';
import { type ExportColumn, type ExportRow, exportCell } from '../../model/export/exportColumns.ts';
import { FileProblem } from '../../model/fileProblem.ts';
import { isFormula } from '../../model/export/formulaEscape.ts';
import type { Cell, ColumnKind } from '../../model/list/recordPage.ts';
import { excelSerial } from './excelDate.ts';
import { styles } from './excelParts.ts';
import type { RowText, RowTextOptions } from './rowTexts.ts';
import { formatNumber } from '../../model/formatNumber.ts';

const widths: Readonly<Record<ColumnKind, number>> = {
  text: 26,
  number: 14,
  date: 12,
  dateTime: 20,
  time: 12,
  boolean: 10,
};
/** A spreadsheet has 15 digits of precision; longer numbers, and those with leading zeros, stay text. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The only sheet of a workbook. Texts are stored inline, so that no shared string table is kept in memory. */
export class SheetText implements RowText {
  readonly #options: RowTextOptions;
  readonly #letters: readonly string[];
  #row = 1;
  #cut = 0;

  constructor(options: RowTextOptions) {
    this.#options = options;
    this.#letters = options.columns.map((_, index) => columnLetters(index));
  }

  head(): string {
    const { columns } = this.#options;
    const cols = columns.map(
      ({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
    );
    const titles = columns.map(({ title }, index) => this.#text(this.#letters[index] ?? '', title, styles.title));
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      '<sheetViews><sheetView workbookViewId="0">' +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData><row r="1">${titles.join('')}</row>`
    );
  }

  rows(rows: readonly ExportRow[]): string {
    let text = '';
    for (const row of rows) {
      this.#row += 1;
      if (this.#row > excelLimits.rows)
        throw new FileProblem(
          t(
            'Could not export to Excel: a sheet holds at most {0} records, but there are more. Choose CSV, or narrow the list.',
            formatNumber(excelLimits.rows - 1),
          ),
        );
      text += `<row r="${this.#row}">`;
      for (const [index, column] of this.#options.columns.entries())
        text += this.#cell(this.#letters[index] ?? '', column, exportCell(row, column));
      text += '</row>';
    }
    return text;
  }

  tail(): string {
    return '</sheetData></worksheet>';
  }

  get note(): string | undefined {
    if (this.#cut === 0) return undefined;
    const max = formatNumber(excelLimits.characters);
    return this.#cut === 1
      ? t('1 cell was truncated to {0} characters, the limit in Excel.', max)
      : t('{0} cells were truncated to {1} characters, the limit in Excel.', formatNumber(this.#cut), max);
  }

  #cell(letters: string, { kind }: ExportColumn, value: Cell): string {
    if (value === null) return '';
    const at = `<c r="${letters}${this.#row}"`;
    if ((kind === 'number' || kind === 'boolean') && number.test(value) && value.length <= 16 && digits(value) <= 15)
      return `${at}><v>${value}</v></c>`;
    if (kind === 'date' || kind === 'dateTime') {
      const serial = excelSerial(value, kind);
      if (serial !== undefined) return `${at} s="${styles[kind]}"><v>${serial}</v></c>`;
    }
    return this.#text(letters, value, this.#options.defuse && isFormula(value) ? styles.quoted : styles.plain);
  }

  #text(letters: string, value: string, style: number): string {
    let text = value;
    if (text.length > excelLimits.characters) {
      this.#cut += 1;
      text = text.slice(0, excelLimits.characters).replace(/[\uD800-\uDBFF]$/, '');
    }
    const styleAttribute = style === styles.plain ? '' : ` s="${style}"`;
    return `<c r="${letters}${this.#row}"${styleAttribute} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  }
}

function digits(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}

/** A, B … Z, AA … XFD. */
function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCodePoint(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/**
 * Characters that XML can't contain, including lone surrogates, and text that Excel would read as an escape: `_x0007_`.
 */
const special =
  // eslint-disable-next-line no-control-regex
  /[<>&\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const names: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Escapes element text, with Excel's own escapes where XML has none. */
function xmlText(text: string): string {
  return text.replaceAll(special, (found) => names[found] ?? `_x${code(found)}_`);
}

function code(letter: string): string {
  return letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}
