/** As a sentence or a title begins, also where a service writes its own words small: `issue “Door”` as `Issue “Door”`. */
export function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
