import { t } from '@vscode/l10n';
import type { ShownConnection } from '../../model/connection/shownConnection.ts';

/** The band at the top of a page: the name and the color of each connection that it can write to. */
export function showConnections(connections: readonly ShownConnection[]): void {
  const band = document.querySelector<HTMLElement>('body > .connections') ?? createBand();
  band.hidden = connections.length === 0;
  band.replaceChildren(...connections.map(createEntry));
}

/** As the host has written them into the page, before anything else is heard of them. */
export function showFirstConnections(): void {
  const { shown } = document.querySelector<HTMLElement>('body > .connections')?.dataset ?? {};
  if (shown !== undefined) showConnections(JSON.parse(shown) as readonly ShownConnection[]);
}

function createBand(): HTMLElement {
  const band = document.createElement('section');
  band.className = 'connections';
  band.ariaLabel = t('Connection');
  document.body.prepend(band);
  return band;
}

function createEntry({ name, color, readOnly }: ShownConnection): HTMLElement {
  const entry = document.createElement('span');
  entry.className = `connection ${color ?? ''}`;
  const text = document.createElement('bdi');
  text.textContent = name;
  entry.append(text);
  entry.title = name;
  if (readOnly) entry.append(` (${t('read-only')})`);
  return entry;
}
