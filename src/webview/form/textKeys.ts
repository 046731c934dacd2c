import { keepTextKey } from '../common/textKeys.ts';

const textTypes = new Set(['text', 'password', 'date', 'datetime-local', 'time']);

/**
 * Keys that edit text stay in their field. Undo and redo are the browser's only while the field has something that the
 * document does not: everything else is undone through the document, by VS Code.
 */
export function watchKeys(place: HTMLElement, isUnsettled: (target: Element) => boolean): void {
  place.addEventListener('keydown', (event) => {
    const { target } = event;
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type));
    if (!isText || (isUndoOrRedo(event) && !isUnsettled(target))) return;
    keepTextKey(event);
  });
}

function isUndoOrRedo({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);
}
