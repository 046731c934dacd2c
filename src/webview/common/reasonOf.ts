/** Why something failed, for a sentence: what the host tells is written to be read. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
