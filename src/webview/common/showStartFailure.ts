import { t } from '@vscode/l10n';
import { html, render } from 'lit/html.js';
import { errorMessage } from '../../protocol/channel.ts';

/** Stands in for a whole page when its host could not say what to show. */
export function showStartFailure(
  root: Element,
  { className, title }: { readonly className: string; readonly title: string },
  error: unknown,
  retry: () => void,
): void {
  const notice = document.createElement('div');
  notice.className = className;
  notice.setAttribute('role', 'alert');
  const again = (): void => {
    notice.remove();
    retry();
  };
  render(
    html`<p>${title} ${errorMessage(error)}</p>
      <button type="button" class="plain" @click=${again}>${t('Retry')}</button>`,
    notice,
  );
  root.replaceChildren(notice);
}
