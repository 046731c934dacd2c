import { JsonPositions } from './jsonPositions.ts';
import type { RecordForm } from '../form/recordForm.ts';

/** Returns the key of the innermost field at an offset in a record's text. */
export function fieldAtOffset(form: RecordForm, text: string, offset: number): string | undefined {
  const positions = new JsonPositions(text);
  let best: { readonly key: string; readonly length: number } | undefined;
  for (const { key, at } of [...form.fields, ...form.otherFields]) {
    const position = positions.find(at);
    if (!position) continue;
    const start = position.key?.start ?? position.value.start;
    const length = position.value.end - start;
    const isHere = offset >= start && offset <= position.value.end;
    if (isHere && (best === undefined || length < best.length)) best = { key, length };
  }
  return best?.key;
}
