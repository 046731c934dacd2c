import { html, nothing, type TemplateResult } from 'lit';
import type { DrawnContent } from './data/chartContent.ts';
import { numberText } from './data/chartNumber.ts';
import { words } from './data/chartWords.ts';

/** The same numbers as a table, for whoever reads better than sees. Nothing is made of it while it is closed. */
export function numbersTable(
  content: DrawnContent,
  summary: string,
  isOpen: boolean,
  toggled: (isOpen: boolean) => void,
): TemplateResult {
  const changed = (event: Event): void => toggled((event.target as HTMLDetailsElement).open);
  return html`<details .open=${isOpen} @toggle=${changed}>
    <summary>${words.numbers}</summary>
    ${
      isOpen
        ? html`<div class="numbers" role="region" aria-label=${words.numbers} tabindex="0">
            <table>
              <caption class="unseen">
                ${summary}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${content.labelName}</th>
                  ${content.series.map(({ label }) => html`<th scope="col" class="number">${label}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${content.points.map(
                  ({ label }, place) =>
                    html`<tr>
                      <th scope="row">${label}</th>
                      ${content.series.map(({ values }) => html`<td>${cell(values[place])}</td>`)}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : nothing
    }
  </details>`;
}

function cell(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : numberText(value);
}
