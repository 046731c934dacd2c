import { type ControllerName, moduleOf, parseControllerName, shortName } from './controller.ts';

/**
 * Returns the known controllers that match a model: `Users` is `access_controls/users`, and `\Crm\Model\People` is
 * `crm/peoples`. Ignores case and underscores, and treats singular and plural as equal unless one matches exactly. A
 * class that names a module matches only that module.
 */
export function controllersOfModel(model: string, known: readonly ControllerName[]): ControllerName[] {
  const { name, modules } = partsOf(model, plain);
  if (name === undefined) return [];
  const inModule = known.filter((one) => modules.length === 0 || modules.includes(plain(moduleOf(one))));
  const alike = inModule.filter((one) => isSameWord(plain(shortName(one)), name));
  const exact = alike.filter((one) => plain(shortName(one)) === name);
  return exact.length > 0 ? exact : alike;
}

/** True if two names mean the same model, in any of the service's spellings. */
export function isSameModel(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [partsOf(one, plain), partsOf(other, plain)];
  if (first.name === undefined || second.name === undefined || !isSameWord(first.name, second.name)) return false;
  // one may omit the app or the vendor, but not name another module
  const [short = [], long = []] = [first.modules, second.modules].toSorted((a, b) => a.length - b.length);
  return short.every((module, index) => module === long[long.length - short.length + index]);
}

/**
 * Candidate controllers for a model that matches no known one: in the module of its class or of the record that names
 * it, then in the other modules, under its name and its plural.
 */
export function likelyControllers(
  model: string,
  near: ControllerName | undefined,
  known: readonly ControllerName[],
): ControllerName[] {
  const { name, modules } = partsOf(model, underscored);
  if (name === undefined) return [];
  const allModules = new Set([...modules, ...(near ? [near] : []).map(moduleOf), ...known.map(moduleOf)]);
  const names = [name, ...pluralOf(name)];
  const all = [...allModules].flatMap((module) =>
    names.flatMap((one) => parseControllerName(`${module}/${one}`) ?? []),
  );
  return all.filter((one) => !known.includes(one)).slice(0, maxCandidates);
}

/** Limits the requests to a service with many modules. */
const maxCandidates = 24;

const longest = 1_000;

function partsOf(
  model: string,
  spelled: (word: string) => string,
): { readonly name: string | undefined; readonly modules: readonly string[] } {
  const segments = model
    .slice(0, longest)
    .split(/[\\/.:]+/)
    .map(spelled)
    .filter((segment) => segment !== '');
  const name = segments.pop();
  return { name, modules: segments.filter((segment) => !generic.test(segment)) };
}

/** Class segments that describe the code layout, not the module. */
const generic = /^(modules?|models?|app|controllers?|src|entity|entities)$/;

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/g, '');
}

/** `AccessControls` to `access_controls`, as in URLs. */
function underscored(word: string): string {
  return word
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

function isSameWord(one: string, other: string): boolean {
  return one === other || pluralsOf(one).includes(other) || pluralsOf(other).includes(one);
}

/** Empty if the word is already plural. */
function pluralOf(word: string): string[] {
  if (/(us|ss|x|z|ch|sh)$/.test(word)) return [`${word}es`];
  return word.endsWith('s') ? [] : [pluralsOf(word).at(2) ?? `${word}s`];
}

function pluralsOf(word: string): string[] {
  return [`${word}s`, `${word}es`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])];
}
