import type { Association, AssociationKind } from '../../../model/form/recordForm.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { likelyController, namedController } from '../readController.ts';
import { asNumber, firstOf, nonBlank } from '../tolerant.ts';

const maxAssociations = 1_000;

/**
 * The interface doesn't document the shape of `model_associations`. Accepts kind → name → details, name → details
 * including the kind, lists of either, and bare names.
 */
export function readAssociations(source: JsonValue | undefined): Association[] {
  const found = new Map<string, Association>();
  for (const [key, value] of entries(source)) {
    const kind = key === undefined ? 'unknown' : kindOf(key);
    if (kind === 'unknown') add(key, value, 'unknown', found);
    else if (typeof value === 'object') for (const [name, details] of entries(value)) add(name, details, kind, found);
    else add(undefined, value, kind, found);
  }
  return [...found.values()];
}

function entries(source: JsonValue | undefined): [string | undefined, JsonValue][] {
  if (Array.isArray(source)) return source.map((value) => [undefined, value]);
  if (!isObject(source)) return [];
  return Object.entries(source).map(([key, value]) => [/^\d+$/.test(key) ? undefined : key, value]);
}

function add(key: string | undefined, value: JsonValue, outer: AssociationKind, found: Map<string, Association>): void {
  if (found.size >= maxAssociations) return;
  const details = isObject(value) ? value : {};
  const word = nonBlank(value);
  const name = key ?? word ?? nonBlank(firstOf(details, 'name', 'alias', 'model', 'table', 'controller'));
  if (name === undefined) return;
  const kind = outer === 'unknown' ? innerKind(details, key === undefined ? undefined : word) : outer;
  const wordIsModel = key !== undefined && word !== undefined && kindOf(word) === 'unknown';
  const association = { name, kind, ...target(details, wordIsModel ? word : undefined), raw: value };
  const { foreignKey } = association;
  const other = found.get(name);
  if (!other) found.set(name, association);
  // several associations with the same model differ by foreign key
  else if (foreignKey !== undefined && foreignKey !== other.foreignKey) {
    const apart = `${name}.${foreignKey.split('.').at(-1)}`;
    if (!found.has(apart)) found.set(apart, { ...association, name: apart });
  }
}

function target(details: JsonObject, word: string | undefined): Partial<Association> {
  const modelClass =
    nonBlank(
      firstOf(details, 'model_class', 'modelClass', 'related_model_class', 'className', 'class_name', 'class', 'model'),
    ) ?? word;
  const controller = namedController(details, 'controller', 'url', 'href', 'route', 'path');
  const likely = controller || modelClass === undefined ? undefined : likelyController(modelClass);
  const foreignKey = nonBlank(firstOf(details, 'foreign_key', 'foreignKey', 'foreign_primary_key', 'fk', 'key'));
  const table = nonBlank(
    firstOf(details, 'join_table', 'joinTable', 'foreign_table', 'table', 'table_name', 'useTable'),
  );
  const label = nonBlank(firstOf(details, 'label', 'title', 'caption'));
  const count = asNumber(firstOf(details, 'total_count', 'count'));
  return {
    ...(modelClass === undefined ? {} : { modelClass }),
    ...(controller === undefined ? {} : { controller }),
    ...(likely === undefined ? {} : { likelyController: likely }),
    ...(foreignKey === undefined ? {} : { foreignKey }),
    ...(table === undefined ? {} : { table }),
    ...(label === undefined ? {} : { label }),
    ...(count === undefined ? {} : { count }),
  };
}

function innerKind(details: JsonObject, word: string | undefined): AssociationKind {
  for (const key of [
    'type',
    'kind',
    'association',
    'association_type',
    'assoc_type',
    'relation',
    'relation_type',
    'relationship',
  ]) {
    const kind = kindOf(nonBlank(firstOf(details, key)) ?? '');
    if (kind !== 'unknown') return kind;
  }
  return word === undefined ? 'unknown' : kindOf(word);
}

function kindOf(word: string): AssociationKind {
  const plain = word.toLowerCase().replace(/[^a-z0-9]+/g, '');
  if (/^(hasandbelongstomany|habtm|belongstomany|manytomany|hasmanythrough)$/.test(plain)) return 'manyToMany';
  if (/^(hasmany|onetomany)$/.test(plain)) return 'hasMany';
  if (/^(hasone|onetoone)$/.test(plain)) return 'hasOne';
  if (/^(belongsto|manytoone)$/.test(plain)) return 'belongsTo';
  return 'unknown';
}
