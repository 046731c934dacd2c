import { t } from '@vscode/l10n';
import { type ControllerName, controllerName } from '../../model/controller.ts';
import type { JsonValue } from '../../model/json.ts';
import type { EntryAnswer } from '../recordService.ts';
import { trimBoth } from '../../model/trim.ts';
import type { ServiceLink } from './http/serviceLink.ts';
import { viewParameters } from './readOperations.ts';
import { nonBlank } from './tolerant.ts';

/**
 * The interface shows that an entry of a controller is looked up by its `url` and its `type`, and neither which controller
 * holds the entries nor what `type` reads. Both are guessed here and nowhere else.
 */
const entries = { controller: controllerName('core', 'controllers'), type: 'controller' };

/** Part 3 of the interface, the look-up of a controller entry: it is there only where the answer holds the very one. */
export async function findControllerEntry(
  link: ServiceLink,
  controller: ControllerName,
  signal?: AbortSignal,
): Promise<EntryAnswer> {
  const { answer } = await link.requestRead(entries.controller, 'view', {
    doing: t('look for {0}', controller),
    query: viewParameters({ kind: 'entry', url: controller, type: entries.type }),
    signal,
    isOnce: true,
  });
  const found = [...scalarsIn([answer['data'] ?? null, answer['paginate'] ?? null], 0)].slice(0, mostScalars);
  const isThere = found.some(({ key, text }) => /(^|\.)url$/.test(key) && trimBoth(text, /\//) === controller);
  return isThere ? 'there' : found.length > 0 ? 'other' : 'none';
}

const deepest = 6;
const mostScalars = 10_000;
/** What was asked may come back, and is no entry. */
const asked = /^(q|where|query|count_query|conditions|params|request)$/i;

/** Where in `data` it stands is not shown: as the record, under its alias, in a list or in a map. */
function* scalarsIn(value: JsonValue, depth: number): Iterable<{ readonly key: string; readonly text: string }> {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  for (const [key, one] of Object.entries(value)) {
    const text = nonBlank(one);
    if (text !== undefined) yield { key, text };
    else if (!asked.test(key)) yield* scalarsIn(one, depth + 1);
  }
}
