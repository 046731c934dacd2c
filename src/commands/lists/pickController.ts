import { t } from '@vscode/l10n';
import { type ControllerName, controllerText } from '../../model/controller.ts';
import { pickOne } from '../../platform/pickOne.ts';
import { controllersFor, type ListViewParts } from './pickListView.ts';

/** Where records are meant and no list of them. */
export async function pickController(
  parts: Pick<ListViewParts, 'listViews' | 'added'>,
  connection: string,
): Promise<ControllerName> {
  const controllers = await controllersFor(parts, connection);
  const picked = await pickOne(
    controllers.map((name) => ({ label: name.controller, description: controllerText(name), name })),
    { placeHolder: t('Which records?'), matchOnDescription: true },
  );
  return picked.name;
}
