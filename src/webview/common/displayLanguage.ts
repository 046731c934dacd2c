import { config } from '@vscode/l10n';
import { writeFiguresIn } from '../../model/figures.ts';
import { locale } from './locale.ts';

// the page carries the translation, if there is one
const words = document.querySelector('script[type="application/json"]')?.textContent;
if (words) config({ contents: words });
writeFiguresIn(locale);
