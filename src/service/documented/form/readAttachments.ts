import { fieldInstances, type RecordForm } from '../../../model/form/recordForm.ts';
import type { Attachment, FileLocation } from '../../../model/form/attachment.ts';
import { valueAt } from '../../../model/form/fieldValue.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { asCount, firstOf, nonBlank } from '../tolerant.ts';

/*
 * The interface doesn't document stored files. A value may be a name, a path, an address or an object with these, and a
 * row of a table of files may have them in columns of their own.
 */

const addressKeys = ['url', 'href', 'src', 'link', 'path'];
const nameKeys = ['name', 'file_name', 'filename', 'title'];
const sizeKeys = ['size', 'file_size', 'filesize', 'bytes'];

type FormParts = Pick<RecordForm, 'fields' | 'otherFields' | 'subTables' | 'values' | 'data'>;

export function readAttachments(form: FormParts, baseUrl: string): Attachment[] {
  const fields = [...form.fields, ...form.otherFields].filter(({ kind }) => kind === 'file');
  return fields.flatMap((field) =>
    fieldInstances(form as RecordForm, {}, field).flatMap(({ at, path, rows }) => {
      const value = (valueAt(form.values, at) ?? valueAt(form.data, path)) as JsonValue | undefined;
      const row = rows ? (valueAt(form.values, at.slice(0, -1)) as JsonValue | undefined) : undefined;
      const found = describeFile(value, isObject(row) ? row : {}, baseUrl);
      return found && value !== undefined ? [{ at, value, ...found }] : [];
    }),
  );
}

/** Returns undefined if there is no file. `row`: the row of a table of files. */
function describeFile(
  value: JsonValue | undefined,
  row: JsonObject,
  baseUrl: string,
): Pick<Attachment, 'name' | 'size' | 'location'> | undefined {
  const own = isObject(value) ? value : {};
  const text = isObject(value) ? undefined : nonBlank(value);
  if (text === undefined && Object.keys(own).length === 0) return undefined;
  const isAddress = text !== undefined && /[/\\]/.test(text);
  const address = isAddress ? text : nonBlank(firstOf(own, ...addressKeys) ?? firstOf(row, ...addressKeys));
  const named = isAddress ? undefined : (text ?? nonBlank(firstOf(own, ...nameKeys)));
  const name = fileName(named ?? nonBlank(isAddress ? undefined : firstOf(row, ...nameKeys)) ?? address ?? '');
  if (name === undefined) return undefined;
  const size = asCount(firstOf(own, ...sizeKeys) ?? firstOf(row, ...sizeKeys));
  return { name, ...(size !== undefined && { size }), location: locationOf(address, baseUrl) };
}

/** The last part of a name, a path or an address. */
function fileName(text: string): string | undefined {
  const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const path = isAddress ? (text.split(/[?#]/, 1)[0] ?? '') : text;
  const last = path.split(/[/\\]/).at(-1) ?? '';
  const name = isAddress ? decoded(last) : last;
  return name === '' || /^\.+$/.test(name) || /[/\\\0]/.test(name) ? undefined : name.slice(-200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path is below the base URL, whether or not it repeats the base URL's own path. */
function locationOf(address: string | undefined, baseUrl: string): FileLocation {
  if (address === undefined || /^[a-z]:[/\\]/i.test(address)) return { kind: 'unknown' };
  const base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) {
    const url = URL.canParse(address, base.href) ? new URL(address, base) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'unknown' };
    return isBelow(url, base) ? ownLocation(url, base) : { kind: 'elsewhere', url: url.href };
  }
  // in a path, these belong to the name
  const path = address.replaceAll('\\', '/').replaceAll('#', '%23');
  const rooted = URL.canParse(path, base.href) ? new URL(path, base) : undefined;
  if (rooted && isBelow(rooted, base)) return ownLocation(rooted, base);
  const below = URL.canParse(`.${path}`, base.href) ? new URL(`.${path}`, base) : undefined;
  return below && path.startsWith('/') && isBelow(below, base) ? ownLocation(below, base) : { kind: 'unknown' };
}

function isBelow(url: URL, base: URL): boolean {
  return (
    url.origin === base.origin && url.username === '' && url.password === '' && url.pathname.startsWith(base.pathname)
  );
}

const operations =
  /^(?:index|view|edit|add|delete|edit_selected|delete_selected|signup|license_agreement|log_?(?:out|off)|sign_?out)$/i;

/** The value of a field may be anything, and some operations of a service write by GET: these are never requested. */
function ownLocation(url: URL, base: URL): FileLocation {
  const segments = url.pathname.slice(base.pathname.length).split('/').map(decoded);
  const isOperation = segments.some((segment) => operations.test(segment.replace(/\.json$/i, '')));
  return isOperation || url.searchParams.has('is_confirm') ? { kind: 'unknown' } : { kind: 'service', url: url.href };
}
