/** Longer labels end with an ellipsis; the tooltip and the numbers below the chart have the full text. */
const maxLines = 3;

/** Wraps a label to lines of `ems` width, at word boundaries if possible. */
export function wrapLabel(label: string, ems: number): string {
  const lines: string[] = [];
  let rest = label;
  while (rest !== '' && lines.length < maxLines) {
    const fitting = fittingPart(rest, ems);
    const isLast = lines.length === maxLines - 1;
    if (fitting.length === rest.length) lines.push(rest);
    else if (isLast) lines.push(`${fittingPart(rest, ems - 1).trimEnd()}…`);
    else {
      const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
      lines.push(space > 0 ? fitting.slice(0, space) : fitting);
    }
    rest = isLast ? '' : rest.slice(lines.at(-1)?.length).trimStart();
  }
  return lines.join('\n');
}

/** East Asian characters are as wide as they are high, others a little more than half of that. */
function fittingPart(text: string, ems: number): string {
  let [width, length] = [0, 0];
  for (const letter of text) {
    width += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(
      letter,
    )
      ? 1
      : 0.6;
    if (width > ems && length > 0) break;
    length += letter.length;
  }
  return text.slice(0, length);
}
