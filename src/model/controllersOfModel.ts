import { type ControllerName, moduleOf, shortName } from './controller.ts';

/**
 * The controllers whose records a model names, among those that are known: `Users` is `access_controls/users`, and
 * `\Crm\Model\People` is `crm/peoples`. Case and underscores do not count; singular and plural are the same, unless one
 * of them is spelled just so. A class that names a module means that module's.
 */
export function controllersOfModel(model: string, known: readonly ControllerName[]): ControllerName[] {
  const segments = model
    .slice(0, longest)
    .split(/[\\/.:]+/)
    .map(plain)
    .filter((segment) => segment !== '');
  const name = segments.pop();
  if (name === undefined) return [];
  const modules = segments.filter((segment) => !generic.test(segment));
  const inModule = known.filter((one) => modules.length === 0 || modules.includes(plain(moduleOf(one))));
  const alike = inModule.filter((one) => isSameWord(plain(shortName(one)), name));
  const exact = alike.filter((one) => plain(shortName(one)) === name);
  return exact.length > 0 ? exact : alike;
}

const longest = 1_000;

/** Parts of a class that say how the program is laid out, not which module it is. */
const generic = /^(modules?|models?|app|controllers?|src|entity|entities)$/;

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/g, '');
}

function isSameWord(one: string, other: string): boolean {
  return one === other || pluralsOf(one).includes(other) || pluralsOf(other).includes(one);
}

function pluralsOf(word: string): string[] {
  return [`${word}s`, `${word}es`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])];
}
