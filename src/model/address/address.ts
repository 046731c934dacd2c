import { type ControllerName, parseControllerName } from '../controller.ts';

/** The scheme of every address: `records://<connection>/<module>/<controller>/<file>`. */
export const recordsScheme = 'records';

export type RecordsAddress = ListViewAddress | RecordAddress | NewRecordAddress;

export interface ListViewAddress {
  readonly kind: 'listView';
  readonly connection: string;
  readonly controller: ControllerName;
  /** Undefined: the controller's default list view. */
  readonly listView: string | undefined;
  /** Id of the saved search shown in the tab; omitted for the list view itself. */
  readonly search?: string;
}

export interface RecordAddress {
  readonly kind: 'record';
  readonly connection: string;
  readonly controller: ControllerName;
  readonly id: string;
}

export interface NewRecordAddress {
  readonly kind: 'newRecord';
  readonly connection: string;
  readonly controller: ControllerName;
  readonly number: number;
}

/** An address that a form can open. */
export type OpenAddress = RecordAddress | NewRecordAddress;

/** The URI components of an address. */
export interface AddressParts {
  readonly authority: string;
  readonly path: string;
}

const listViewEnding = '.listview';
const recordEnding = '.record.json';
/** Separates the list view from its saved search in a file name. */
const searchMark = '=search-';

export function addressParts(address: RecordsAddress): AddressParts {
  return { authority: address.connection, path: `/${address.controller}/${fileName(address)}` };
}

function fileName(address: RecordsAddress): string {
  // encoded ids contain `=` only before two uppercase hex digits, so `=default` and `=new-` can't collide with an id
  if (address.kind === 'listView') {
    const name = address.listView === undefined ? '=default' : encodeId(address.listView);
    return name + (address.search === undefined ? '' : searchMark + encodeId(address.search)) + listViewEnding;
  }
  return (address.kind === 'record' ? encodeId(address.id) : `=new-${address.number}`) + recordEnding;
}

/** Returns undefined for anything we didn't write: a folder, another extension, an id in a different encoding. */
export function parseAddress({ authority, path }: AddressParts): RecordsAddress | undefined {
  const [, folder, file] = /^\/([^/]+\/[^/]+)\/([^/]+)$/.exec(path) ?? [];
  const controller = parseControllerName(folder ?? '');
  if (!controller || file === undefined || !/^[a-z0-9][a-z0-9-]*$/.test(authority)) return undefined;
  const target = { connection: authority, controller };
  if (file.endsWith(listViewEnding)) {
    const [name = '', typed, ...more] = file.slice(0, -listViewEnding.length).split(searchMark);
    const listView = name === '=default' ? undefined : decodeId(name);
    const search = typed === undefined ? undefined : decodeId(typed);
    const isOurs = (name === '=default' || listView !== undefined) && (typed === undefined) === (search === undefined);
    if (!isOurs || more.length > 0) return undefined;
    return { kind: 'listView', ...target, listView, ...(search !== undefined && { search }) };
  }
  if (!file.endsWith(recordEnding)) return undefined;
  const name = file.slice(0, -recordEnding.length);
  const fresh = /^=new-([1-9]\d{0,8})$/.exec(name)?.[1];
  if (fresh !== undefined) return { kind: 'newRecord', ...target, number: Number(fresh) };
  const id = decodeId(name);
  return id === undefined ? undefined : { kind: 'record', ...target, id };
}

/**
 * Encodes an id as a file name: letters, digits, `_` and `-` stay, any other byte becomes `=XX`. Percent-encoding
 * doesn't work, because VS Code decodes it along the way.
 */
export function encodeId(id: string): string {
  const bytes = new TextEncoder().encode(id);
  return Array.from(bytes, (byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

function decodeId(name: string): string | undefined {
  if (!/^([A-Za-z0-9_-]|=[0-9A-F]{2})+$/.test(name)) return undefined;
  const bytes = name
    .match(/=..|./g)
    ?.map((part) => (part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)));
  try {
    const id = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes ?? []));
    return encodeId(id) === name ? id : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 97 && byte <= 122) ||
    byte === 95 ||
    byte === 45
  );
}
