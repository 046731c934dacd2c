import { t } from '@vscode/l10n';
import type { ControllerName } from '../model/controller.ts';
import {
  type Pointer,
  referencedControllers,
  type ReferenceSources,
} from '../services/references/referencedControllers.ts';
import { noneKnown } from '../services/references/namedRecords.ts';
import { pickOne } from './ui/questions.ts';

/** The controller a reference points to; undefined if unknown. If there are several, asks the user once. */
export async function askController(
  sources: ReferenceSources,
  connection: string,
  label: string,
  pointer: Pointer,
): Promise<ControllerName | undefined> {
  const fitting = await referencedControllers(sources, connection, pointer).catch(noneKnown);
  if (fitting.length < 2) return fitting[0];
  const { name } = await pickOne(
    fitting.map((controller) => ({ label: controller, name: controller })),
    {
      title: t('Which controller has the records for “{0}”?', label),
      placeHolder: t('Several controllers match. Your choice is remembered for the connection.'),
    },
  );
  if (pointer.model !== undefined) await sources.chosen.choose(connection, pointer.model, name);
  return name;
}
