/** A read for the shell. The token is named, never written: what is copied ends up in chats and histories. */
export function curlCommand(address: string): string {
  return `curl -H 'Accept: application/json' -H "Authorization: Bearer $RECORDBENCH_TOKEN" ${quoted(address)}`;
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
