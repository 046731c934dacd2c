import { html, type TemplateResult } from 'lit';
import type { TableFind } from '../../../protocol/table.ts';
import { words } from '../words.ts';

/** What the service can be asked for beside its lists, one at a time. */
export function findFields(current: TableFind | undefined, find: (wanted: TableFind) => void): TemplateResult {
  const text = (form: HTMLFormElement, name: string): string =>
    form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim() ?? '';
  const submit =
    (wanted: (form: HTMLFormElement) => TableFind | undefined) =>
    (event: SubmitEvent): void => {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      const what = wanted(form);
      if (what) find(what);
      else form.querySelector('input')?.focus();
    };
  const category = submit((form) => {
    const value = text(form, 'category');
    return value === '' ? undefined : { kind: 'category', category: value };
  });
  const criteria = submit((form) => {
    const value = text(form, 'criteria');
    return value === '' ? undefined : { kind: 'criteria', criteria: value };
  });
  const entry = submit((form) => {
    const [url, type] = [text(form, 'url'), text(form, 'type')];
    return url === '' || type === '' ? undefined : { kind: 'entry', url, type };
  });
  return html`<h3>${words.findBy}</h3>
    <p class="hint">${words.findHint}</p>
    <form class="find" @submit=${category}>
      ${field('category', words.category, current?.kind === 'category' ? current.category : '')}
      <button type="submit" class="plain second" aria-label=${words.findByCategory}>${words.find}</button>
    </form>
    <form class="find" @submit=${criteria}>
      ${field('criteria', words.searchCriteria, current?.kind === 'criteria' ? current.criteria : '')}
      <button type="submit" class="plain second" aria-label=${words.findByCriteria}>${words.find}</button>
    </form>
    <form class="find" @submit=${entry}>
      ${field('url', words.entryUrl, current?.kind === 'entry' ? current.url : '')}
      ${field('type', words.entryType, current?.kind === 'entry' ? current.type : '')}
      <button type="submit" class="plain second" aria-label=${words.findEntry}>${words.find}</button>
    </form>`;
}

function field(name: string, label: string, value: string): TemplateResult {
  return html`<label
    >${label}<input name=${name} autocomplete="off" spellcheck="false" maxlength="1000" .defaultValue=${value}
  /></label>`;
}
