const plainNumber = /^[+-]?\d{1,30}(?:\.(\d{1,20}))?$/;

/** The exact sum of decimal numbers given as text, or undefined when there is none among them. */
export function sumOf(values: Iterable<string | null>): string | undefined {
  let places = 0;
  let sum = 0n;
  let isAny = false;
  for (const value of values) {
    const match = value === null ? null : plainNumber.exec(value);
    if (!match || value === null) continue;
    const digits = match[1]?.length ?? 0;
    if (digits > places) {
      sum *= 10n ** BigInt(digits - places);
      places = digits;
    }
    sum += BigInt(value.replace('.', '').replace('+', '')) * 10n ** BigInt(places - digits);
    isAny = true;
  }
  return isAny ? withPoint(sum, places) : undefined;
}

function withPoint(sum: bigint, places: number): string {
  const sign = sum < 0n ? '-' : '';
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - places);
  return `${sign}${whole}${places > 0 && fraction !== '' ? `.${fraction}` : ''}`;
}
