const [quote, backslash, comma, brace, bracket] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/**
 * Whether JSON holds more values than this: lists, objects, and what commas part. Counted in the bytes, before anything
 * is made of them: a hundred megabytes of `{},{},` are gigabytes once they are parsed.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  // none is shorter than a letter and a comma
  if (json.length < most * 2) return false;
  return marksIn(json) > most && valuesIn(json, most) > most;
}

/** With those inside texts, which can only be more: without a look at where texts end it is many times as quick. */
function marksIn(json: Uint8Array): number {
  const isMark = new Uint8Array(256);
  for (const mark of [comma, brace, bracket]) isMark[mark] = 1;
  let count = 0;
  for (let at = 0; at < json.length; at++) count += isMark[json[at] as number] as number;
  return count;
}

/** Or the first number that is too many. */
function valuesIn(json: Uint8Array, most: number): number {
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length && count <= most; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma || byte === brace || byte === bracket) count += 1;
  }
  return count;
}
