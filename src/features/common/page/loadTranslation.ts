import { config } from '@vscode/l10n';
import { setNumberLocale } from '../../../model/formatNumber.ts';
import { pageLocale } from './locale.ts';

// the page carries the translation, if there is one
const words = document.querySelector('script[type="application/json"]')?.textContent;
if (words) config({ contents: words });
// a function, because `Intl` is slow to initialize and a page may show no number
setNumberLocale(pageLocale);
