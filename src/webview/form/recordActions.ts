import { html, type TemplateResult } from 'lit';
import type { FormStart } from '../../protocol/formProtocol.ts';
import { formWords } from './formWords.ts';

export type RecordAction = 'compare' | 'duplicate' | 'copyLink' | 'openAsText' | 'pasteJson' | 'delete';

interface Offer {
  readonly action: RecordAction;
  readonly icon: string;
  readonly name: string;
  readonly isOffered: boolean;
  readonly isWrite?: boolean;
}

/** What can be done with the record beside saving it; what makes no sense here is left out. */
export function actionButtons(
  { connection, form, isNew }: FormStart,
  isLocked: boolean,
  act: (action: RecordAction) => void,
): TemplateResult[] {
  const canWrite = !connection.readOnly;
  const offers: readonly Offer[] = [
    { action: 'compare', icon: 'diff', name: formWords.compare, isOffered: !isNew },
    { action: 'openAsText', icon: 'json', name: formWords.openAsText, isOffered: true },
    { action: 'copyLink', icon: 'link', name: formWords.copyLink, isOffered: !isNew },
    {
      action: 'pasteJson',
      icon: 'clippy',
      name: formWords.pasteJson,
      isOffered: canWrite && !form.isDeleted,
      isWrite: true,
    },
    { action: 'duplicate', icon: 'copy', name: formWords.duplicate, isOffered: canWrite && !isNew },
    { action: 'delete', icon: 'trash', name: formWords.deleteRecord, isOffered: canWrite && !isNew && form.canDelete },
  ];
  return offers
    .filter(({ isOffered }) => isOffered)
    .map(
      ({ action, icon, name, isWrite }) =>
        html`<button
          type="button"
          class="tool"
          title=${name}
          ?disabled=${isLocked && isWrite === true}
          @click=${() => act(action)}
        >
          <span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="name">${name}</span>
        </button>`,
    );
}
