import type { ChangedPicture } from './comparePictures.ts';

export interface SheetRow {
  /** Page and state; prefix of its picture names. */
  readonly name: string;
  readonly title: string;
  readonly findings: readonly string[];
}

/** Overview page: a row per state, a column per theme and width. Clicking a picture opens it. */
export function sheetIndex(
  rows: readonly SheetRow[],
  columns: readonly string[],
  changed: readonly ChangedPicture[] | undefined,
): string {
  const isChanged = new Set(changed?.map(({ name }) => name));
  const cell = (name: string): string =>
    `<td${isChanged.has(name) ? ' class="changed"' : ''}><a href="${name}.png"><img loading="lazy" src="${name}.png" alt="${name}"></a></td>`;
  const line = ({ name, title, findings }: SheetRow): string =>
    `<tr><th scope="row">${escaped(title)}${list(findings)}</th>${columns.map((column) => cell(`${name}-${column}`)).join('')}</tr>`;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Recordbench, every page in every state</title>
<style>
  body { margin: 0; font: 13px system-ui; background: #888; }
  table { border-spacing: 6px; }
  thead th { position: sticky; top: 0; z-index: 1; padding: 4px; background: #888; }
  tbody th { position: sticky; left: 0; max-width: 180px; padding: 4px; background: #888; text-align: start; overflow-wrap: anywhere; }
  tbody th ul { padding-left: 14px; color: #600; font-weight: normal; font-size: 11px; }
  td img { display: block; height: 200px; }
  td.changed img { outline: 3px solid #d00; }
  .pairs img { max-width: 32vw; vertical-align: top; }
</style>
${changed ? changes(changed) : ''}
<table>
<thead><tr><th></th>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(line).join('\n')}
</tbody>
</table>
</html>
`;
}

function changes(changed: readonly ChangedPicture[]): string {
  const pair = ({ name, share }: ChangedPicture): string => {
    const parts = share === 1 ? [''] : ['.before', '', '.changed'];
    const images = parts.map((part) => `<img loading="lazy" src="${name}${part}.png" alt="${name}${part}">`);
    return `<h3>${name}: ${share === 1 ? 'new' : `${(share * 100).toFixed(2)} %`}</h3><p>${images.join(' ')}</p>`;
  };
  const lines = changed.map(pair).join('\n');
  return `<details class="pairs" open><summary>${changed.length} changed: before, after, where</summary>\n${lines}\n</details>`;
}

function list(findings: readonly string[]): string {
  return findings.length === 0 ? '' : `<ul>${findings.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
