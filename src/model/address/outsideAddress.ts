const longest = 2_000;

/** Returns the full URL if a link in untrusted text may open it; undefined for any other, such as `javascript:`. */
export function outsideAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > longest || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (!['https:', 'http:', 'mailto:'].includes(url.protocol)) return undefined;
  // a user name before the @ can disguise the real host
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href.length > longest ? undefined : url.href;
}
