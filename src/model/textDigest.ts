/**
 * A text of any length as 64 bits, half of them in each of two numbers: of millions of texts hardly two have the same. It
 * goes on from the letters before, in whatever pieces they come.
 */
export function addLetters(digest: Uint32Array, text: string): void {
  let [one, other] = [digest[0] ?? 0, digest[1] ?? 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    one = Math.imul(one ^ letter, 0x9e37_79b1);
    one ^= one >>> 15;
    other = Math.imul(other ^ letter, 0x85eb_ca6b);
    other ^= other >>> 13;
  }
  digest[0] = one;
  digest[1] = other;
}
