import { config } from '@vscode/l10n';

// the page carries the translation, if there is one
const words = document.querySelector('script[type="application/json"]')?.textContent;
if (words) config({ contents: words });
