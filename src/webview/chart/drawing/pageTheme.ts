import { type ChartTheme, themeFrom } from './chartTheme.ts';

/** The theme of the page now. */
export function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  return themeFrom((name) => style.getPropertyValue(name), document.body.className);
}

/** Calls back after VS Code changed the theme. */
export function watchTheme(changed: () => void): Disposable {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  return { [Symbol.dispose]: () => observer.disconnect() };
}
