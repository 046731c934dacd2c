import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { outsideAddress } from '../model/address/outsideAddress.ts';

/** A link out of foreign text: the person sees where it leads before anything opens. */
export async function openOutside(address: string): Promise<void> {
  const target = outsideAddress(address);
  if (target === undefined) return;
  const open = t('Open');
  const chosen = await vscode.window.showInformationMessage(
    t('Open this address outside VS Code?'),
    { modal: true, detail: target },
    open,
  );
  if (chosen === open) await vscode.env.openExternal(vscode.Uri.parse(target, true));
}
