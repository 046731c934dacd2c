/** Parameters as they stand behind the `?`. A space is `%20`, which everyone reads; not everyone takes `+` for one. */
export function queryText(parameters: Iterable<readonly [string, string]>): string {
  const pairs = [...parameters].map(([name, value]): [string, string] => [name, value]);
  return new URLSearchParams(pairs).toString().replaceAll('+', '%20');
}
