const longest = 2_000;

/** An address that a link in foreign text may lead to, in full; undefined for any other, such as `javascript:`. */
export function outsideAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longest || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (!['https:', 'http:', 'mailto:'].includes(url.protocol)) return undefined;
  // a name before an @ makes an address look like another one
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.length > longest ? undefined : url.href;
}
