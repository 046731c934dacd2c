const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };

/**
 * Converts text that may be HTML to plain text: strips tags and truncates. Never parses twice: `&lt;b&gt;` stays text.
 */
export function textOfHtml(text: string, longest: number): string {
  const plain = text
    .slice(0, longest * 4)
    .replace(/<script\b[^<>]*>[^<]*<\/script\s*>|<style\b[^<>]*>[^<]*<\/style\s*>/gi, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])>/gi, '\n')
    .replace(/<[/!]?[a-z][^<>]*>/gi, '')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,5});/gi, (whole, name: string) => entity(name) ?? whole)
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#'))
    return Object.hasOwn(entities, name.toLowerCase()) ? entities[name.toLowerCase()] : undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
