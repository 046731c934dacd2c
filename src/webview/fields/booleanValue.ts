import type { RecordField } from '../../model/form/formElement.ts';
import type { JsonValue } from '../../model/json.ts';

/** How a record writes yes and no. */
type Pair = readonly [yes: JsonValue, no: JsonValue];

export interface Truth {
  readonly is: boolean;
  readonly pair: Pair;
}

const pairs: readonly Pair[] = [
  ['1', '0'],
  [1, 0],
  [true, false],
  ['true', 'false'],
  ['True', 'False'],
  ['TRUE', 'FALSE'],
  ['yes', 'no'],
  ['Yes', 'No'],
  ['YES', 'NO'],
  ['y', 'n'],
  ['Y', 'N'],
  ['t', 'f'],
  ['T', 'F'],
  ['on', 'off'],
  ['On', 'Off'],
];

/** Undefined for what is neither yes nor no. */
export function truthOf({ options }: Pick<RecordField, 'options'>, value: JsonValue | undefined): Truth | undefined {
  const only = options.length === 1 ? options[0] : undefined;
  // one thing to choose: it is chosen or it is not
  if (only && value === only.value && !pairs.some(([yes]) => yes === value))
    return { is: true, pair: [only.value, ''] };
  if (value === undefined || value === null || value === '') {
    const isPlain = !only || pairs.some(([yes]) => yes === only.value);
    return { is: false, pair: isPlain ? (pairs.find(([yes]) => yes === only?.value) ?? ['1', '0']) : [only.value, ''] };
  }
  for (const pair of pairs) {
    if (pair[0] === value) return { is: true, pair };
    if (pair[1] === value) return { is: false, pair };
  }
  return undefined;
}
