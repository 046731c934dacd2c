import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SignupField } from '../../model/signup/signupFields.ts';
import { describedBy } from '../common/labeledField.ts';
import { readDataUrl } from '../common/readFile.ts';
import { signupFrame } from './signupField.ts';

/** A picture that was chosen. Its bytes are in this page until they are sent. */
export interface Picture {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** As a `data:` address. */
  readonly address: string;
}

export async function readPicture(file: File): Promise<Picture> {
  try {
    return { name: file.name, type: file.type, size: file.size, address: await readDataUrl(file) };
  } catch {
    throw new Error(t('{0} cannot be read. Choose another picture.', file.name));
  }
}

export function pictureField(
  field: SignupField,
  picture: Picture | undefined,
  problem: string | undefined,
  onChoose: (file: File) => void,
  onRemove: () => void,
): TemplateResult {
  const canBeShown = picture?.type.startsWith('image/') === true;
  return signupFrame(
    field,
    problem,
    html`<div class="picture">
      ${canBeShown ? html`<img src=${picture.address} alt=${t('The chosen picture, {0}', picture.name)} />` : nothing}
      <input
        type="file"
        id=${field.key}
        accept="image/*"
        aria-describedby=${describedBy(field, problem)}
        aria-invalid=${problem === undefined ? 'false' : 'true'}
        @change=${(event: Event) => {
          const [file] = (event.target as HTMLInputElement).files ?? [];
          if (file) onChoose(file);
        }}
      />
      ${picture ? html`<button type="button" class="plain second" @click=${onRemove}>${t('Remove picture')}</button>` : nothing}
    </div>`,
  );
}
