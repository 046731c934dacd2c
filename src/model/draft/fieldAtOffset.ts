import { JsonPositions } from './jsonPositions.ts';
import type { RecordForm } from '../form/recordForm.ts';

/** The key of the field that stands at a place of a record's text; of those that hold each other the innermost. */
export function fieldAtOffset(form: RecordForm, text: string, offset: number): string | undefined {
  const places = new JsonPositions(text);
  let best: { readonly key: string; readonly length: number } | undefined;
  for (const { key, at } of [...form.fields, ...form.otherFields]) {
    const place = places.find(at);
    if (!place) continue;
    const start = place.key?.start ?? place.value.start;
    const length = place.value.end - start;
    const isHere = offset >= start && offset <= place.value.end;
    if (isHere && (best === undefined || length < best.length)) best = { key, length };
  }
  return best?.key;
}
