/** Number of trailing digits that narrows a search to few records. */
const tailLength = 6;
const fewestDigits = 6;
/** E.164 allows 15 digits, plus a leading `00`. */
const maxDigits = 17;
const longestCountryCode = 3;
const maxNotations = 4;

/**
 * Returns the digits of a typed phone number without trunk and international prefixes: `030 100413` is `30100413`.
 * Undefined if the text isn't a phone number.
 */
export function phoneDigits(text: string): string | undefined {
  const typed = text.trim();
  // without separators, this few digits are more likely an id, which a service finds as typed
  if (/^\d{1,6}$/.test(typed)) return undefined;
  return /^[+(\d][\d\s()./\u2010-\u2015-]*$/.test(typed) ? readDigits(typed) : undefined;
}

/** True if the text contains this phone number or a longer one that includes it, in any notation. */
export function holdsPhone(text: string | null, digits: string): boolean {
  return findPhone(text, digits) !== undefined;
}

/** Returns this phone number as written in the text. */
export function findPhone(text: string | null, digits: string): string | undefined {
  return phonesIn(text).find((phone) => {
    const own = readDigits(phone) ?? '';
    if (own.includes(digits)) return true;
    // stored without the typed country code; with only six digits it could be any number
    const isNational = phone.startsWith('0') || own.length > fewestDigits;
    return own !== '' && isNational && digits.endsWith(own) && digits.length - own.length <= longestCountryCode;
  });
}

/**
 * Returns the last digits of a phone number as a service that compares characters would match them: without separators,
 * and in the notations of these texts, most frequent first.
 */
export function phoneTails(digits: string, texts: Iterable<string | null>): string[] {
  const tail = digits.slice(-tailLength);
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const phone of phonesIn(text)) {
      const notation = inNotation(tail, phone);
      if (notation !== undefined) counts.set(notation, (counts.get(notation) ?? 0) + 1);
    }
  const frequent = [...counts].toSorted(([, one], [, other]) => other - one).map(([notation]) => notation);
  return [...new Set([tail, ...frequent.slice(0, maxNotations)])];
}

function phonesIn(text: string | null): string[] {
  return (text?.match(/[+(\d][\d\s()./\u2010-\u2015-]{4,60}/g) ?? []).map((phone) => phone.trim());
}

function readDigits(phone: string): string | undefined {
  const isDateOrAmount = /^(\d{4}-\d\d?-\d\d?\b|\d\d?[./]\d\d?[./]\d{4}\b|\d+\.\d\d?$)/.test(phone);
  if (isDateOrAmount) return undefined;
  // in +49 (0)30 the zero is dialed only without the country code
  const digits = phone.replace('(0)', '').replace(/\D/g, '');
  return digits.length < fewestDigits || digits.length > maxDigits ? undefined : digits.replace(/^0+/, '');
}

/** Formats these digits with the separators at the end of the phone number. */
function inNotation(digits: string, phone: string): string | undefined {
  if (readDigits(phone) === undefined) return undefined;
  let left = digits.length;
  let notation = '';
  for (let at = phone.length - 1; at >= 0 && left > 0; at--) {
    const character = phone.charAt(at);
    notation = (/\d/.test(character) ? digits.charAt(--left) : character) + notation;
  }
  return left === 0 ? notation : undefined;
}
