/** A message of a channel on its way. What is undefined is lost there: VS Code sends messages as JSON. */
export type Envelope =
  | { readonly kind: 'request'; readonly id: number; readonly name: string; readonly params?: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly result?: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly code: string; readonly message: string }
  | { readonly kind: 'event'; readonly name: string; readonly data?: unknown };

const longestName = 64;

/** Undefined for anything else. By hand, not by a schema: every page would build that before it shows anything. */
export function readEnvelope(message: unknown): Envelope | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, id, name, code, message: sentence } = message as Readonly<Record<string, unknown>>;
  const isNumbered = Number.isSafeInteger(id) && (id as number) >= 0;
  const isNamed = typeof name === 'string' && name.length <= longestName;
  const isKnown =
    (kind === 'request' && isNumbered && isNamed) ||
    (kind === 'event' && isNamed) ||
    ((kind === 'cancel' || kind === 'reply') && isNumbered) ||
    (kind === 'failure' && isNumbered && typeof code === 'string' && typeof sentence === 'string');
  return isKnown ? (message as Envelope) : undefined;
}
