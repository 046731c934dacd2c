import { keepTextKey } from '../common/keyboard.ts';

const textTypes = new Set(['text', 'password', 'date', 'datetime-local', 'time']);

export interface KeyActions {
  /** Whether the field has something that the document does not. */
  readonly isTypingIn: (target: Element) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/**
 * Keys that edit text stay in their field. Undo and redo are the browser's only while the field has something that the
 * document does not: the browser would undo in any field, and make new edits of it. Everything else is undone through
 * the document.
 */
export function watchKeys(place: HTMLElement, { isTypingIn, undo, redo }: KeyActions): void {
  place.addEventListener('keydown', (event) => {
    const { target } = event;
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type));
    const step = undoOrRedo(event);
    if (step !== undefined && !(isText && isTypingIn(target))) {
      event.preventDefault();
      event.stopPropagation();
      if (step === 'undo') undo();
      else redo();
    } else if (isText) keepTextKey(event);
  });
}

function undoOrRedo({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey || !/^[zy]$/i.test(key)) return undefined;
  return key.toLowerCase() === 'y' || shiftKey ? 'redo' : 'undo';
}
