import { config } from '@vscode/l10n';
import { setNumberLocale } from '../../../model/formatNumber.ts';
import { pageLocale } from './locale.ts';

// the page carries the translation, if there is one
const words = document.querySelector('script[type="application/json"]')?.textContent;
if (words) config({ contents: words });
// with the first number: `Intl` takes longer to initialize than a small page to start
setNumberLocale(pageLocale);
