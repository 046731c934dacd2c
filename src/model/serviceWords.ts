/*
 * Messages in a service's responses belong to the operation that caused them: the code that shows the outcome also
 * shows these messages, in one place, and each only once, even if several responses repeat it.
 */

const max = 20;

export function saidOnce(...said: readonly (readonly string[])[]): string[] {
  return [...new Set(said.flat())].slice(0, max);
}

/** Messages for an operation on several records; names the records if not all got the same message. */
export function saidOfRecords(
  records: readonly { readonly name: string; readonly said: readonly string[] }[],
): string[] {
  const names = new Map<string, string[]>();
  for (const { name, said } of records)
    for (const text of saidOnce(said)) names.set(text, [...(names.get(text) ?? []), name]);
  return saidOnce(
    [...names].map(([text, owners]) => (owners.length === records.length ? text : `${listed(owners)}: ${text}`)),
  );
}

const maxNames = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown}, …` : shown;
}
