/* What a killed window was working on, so that the test can check what is intact. */

export const exportedName = 'leads.csv';
export const draftKey = 'records://test/crm/leads/7.record.json';

export function exportedBytes(turn: number): Buffer {
  return Buffer.from(`${`${turn};Lead ${turn};Goa\n`.repeat(20_000)}the end of ${turn}\n`);
}

export function isWholeExport(text: string): boolean {
  const [, turn] = /the end of (\d+)\n$/.exec(text) ?? [];
  return turn !== undefined && exportedBytes(Number(turn)).toString() === text;
}

export function draftText(turn: number): string {
  return JSON.stringify({ turn, city: 'x'.repeat(200_000), end: turn });
}

export function isWholeDraft(text: string): boolean {
  const { turn, end } = JSON.parse(text) as { turn: number; end: number };
  return turn === end && text === draftText(turn);
}
