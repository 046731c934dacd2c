import { isObject } from '../../../model/json.ts';
import type { RecordPage } from '../../../model/list/recordPage.ts';
import type { RecordQuery } from '../../../model/list/recordQuery.ts';
import type { EncodedPage } from '../../recordService.ts';
import { parseAnswer } from '../http/understandAnswer.ts';
import { readServiceMessages } from '../readServiceMessages.ts';
import type { ColumnCache } from './readColumns.ts';
import { readPage } from './readPage.ts';

/** An encoded page with its pieces concatenated. */
export interface WholeAnswer extends Pick<EncodedPage, 'status' | 'contentType'> {
  readonly body: Buffer;
}

/** Decodes the page in a response; returns undefined for any other response. */
export function pageInAnswer(
  { status, contentType, body }: WholeAnswer,
  query: RecordQuery,
  memory: ColumnCache,
): RecordPage | undefined {
  if (status < 200 || status > 299) return undefined;
  const header = (name: string): string | undefined => (name === 'content-type' ? contentType : undefined);
  const parsed = parseAnswer({ body, header });
  if (parsed.kind !== 'json' || !isObject(parsed.value)) return undefined;
  const { errors, error } = parsed.value;
  if (readServiceMessages(errors ?? error).length > 0) return undefined;
  try {
    const page = readPage(parsed.value, query, { doing: '', stage: 'read' }, memory);
    const said = readServiceMessages(parsed.value['message']).map(({ text }) => text);
    return said.length === 0 ? page : { ...page, messages: said };
  } catch {
    return undefined;
  }
}
