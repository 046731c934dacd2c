/**
 * Writes a text and its formatted version to the clipboard, as a copied selection. Returns false where the page may not:
 * too long after the user's key, for example. The asynchronous clipboard would remove the format of the cells.
 */
export function writeHtml(text: string, html: string): boolean {
  let isWritten = false;
  const write = (event: ClipboardEvent): void => {
    if (!event.clipboardData) return;
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
    isWritten = true;
  };
  document.addEventListener('copy', write, { capture: true });
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way to write HTML unchanged
    return document.execCommand('copy') && isWritten;
  } finally {
    document.removeEventListener('copy', write, { capture: true });
  }
}
