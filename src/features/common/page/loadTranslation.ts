import { config } from '@vscode/l10n';
import { setNumberLocale } from '../../../model/formatNumber.ts';
import { locale } from './locale.ts';

// the page carries the translation, if there is one
const words = document.querySelector('script[type="application/json"]')?.textContent;
if (words) config({ contents: words });
setNumberLocale(locale);
