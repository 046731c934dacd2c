const plainNumber = /^-?\d+(\.\d+)?$/;

/**
 * A list of values for the operator IN of most query languages: each value once, without empty ones, which IN never
 * matches. A text is quoted as in standard SQL. Undefined if there are no values.
 */
export function inList(values: Iterable<string | null>, isNumeric: boolean): string | undefined {
  const written = new Set<string>();
  for (const value of values) {
    if (value === null || value === '') continue;
    written.add(isNumeric && plainNumber.test(value) ? value : `'${value.replaceAll("'", "''")}'`);
  }
  return written.size === 0 ? undefined : `(${[...written].join(', ')})`;
}
