import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

// imported before everything else: VS Code has the translation at hand before it loads an extension
if (vscode.l10n.bundle) config({ contents: vscode.l10n.bundle });
