import { config } from '@vscode/l10n';
import * as vscode from 'vscode';
import { localeFor, setNumberLocale } from '../model/formatNumber.ts';

// imported first: VS Code provides the translation before it loads an extension
if (vscode.l10n.bundle) config({ contents: vscode.l10n.bundle });
setNumberLocale(() => localeFor(vscode.env.language, [Intl.DateTimeFormat().resolvedOptions().locale]));
