/**
 * Changes something on the page. When that takes away what the keyboard was on, it goes on elsewhere and not to nowhere.
 * A page remembers what the keyboard was on when it went to another: from there it must not be taken back.
 */
export function keepFocus(around: Element, change: () => void, elsewhere: () => void): void {
  const wasInside = document.hasFocus() && around.contains(document.activeElement);
  change();
  if (wasInside && isLost(document.activeElement)) elsewhere();
}

/** The browser takes the keyboard from what is hidden or off only when it paints next. */
function isLost(element: Element | null): boolean {
  return !element || element === document.body || element.matches(':disabled') || !element.checkVisibility();
}
