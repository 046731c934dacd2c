const editing = new Set(['a', 'z', 'y', 'Backspace', 'Delete', 'Home', 'End', 'ArrowLeft', 'ArrowRight']);

/**
 * Keeps a key that edits text from VS Code, which would take it for one of its own: Ctrl+A and then a letter loses the
 * letter now and then, Ctrl+Z would undo in the document. Ctrl+S, the command palette and the like still reach it.
 */
export function keepTextKey(event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  const isText = !control && !event.altKey && (event.key.length === 1 || editing.has(event.key));
  if (isText || (control && editing.has(event.key.length === 1 ? event.key.toLowerCase() : event.key)))
    event.stopPropagation();
}

/** In all fields of a page. VS Code listens at the window, so this is done before a key gets there. */
export function keepTextKeys(place: Element): void {
  place.addEventListener('keydown', (event) => {
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && event instanceof KeyboardEvent) keepTextKey(event);
  });
}
