/** Changes something on the page. When that takes away what the keyboard was on, it goes on elsewhere and not to nowhere. */
export function keepFocus(around: Element, change: () => void, elsewhere: () => void): void {
  const wasInside = around.contains(document.activeElement);
  change();
  if (wasInside && isLost(document.activeElement)) elsewhere();
}

/** The browser takes the keyboard from what is hidden or off only when it paints next. */
function isLost(element: Element | null): boolean {
  return !element || element === document.body || element.matches(':disabled') || !element.checkVisibility();
}
