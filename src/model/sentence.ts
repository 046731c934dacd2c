/** Capitalizes the first letter, also if a service writes it in lowercase: `issue “Door”` becomes `Issue “Door”`. */
export function capitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
