/*
 * What a service says in the `message` of its answers belongs to the operation that they answer: whoever shows what
 * became of it shows these sentences too, in one place, and each of them once, however many answers have said it.
 */

const most = 20;

export function saidOnce(...said: readonly (readonly string[])[]): string[] {
  return [...new Set(said.flat())].slice(0, most);
}

/** Of an operation on several records: with their names where not all of them were told the same. */
export function saidOfRecords(
  records: readonly { readonly name: string; readonly said: readonly string[] }[],
): string[] {
  const names = new Map<string, string[]>();
  for (const { name, said } of records)
    for (const text of saidOnce(said)) names.set(text, [...(names.get(text) ?? []), name]);
  return saidOnce(
    [...names].map(([text, told]) => (told.length === records.length ? text : `${listed(told)}: ${text}`)),
  );
}

const mostNames = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(', ');
  return names.length > mostNames ? `${shown}, …` : shown;
}
