import type { PendingDocument, PendingDocuments } from '../../platform/pendingDocuments.ts';
import { PendingNode } from '../../tree/pendingNode.ts';

/** Those that are selected in the view, the one whose line was used, or all. */
export function pendingOf(pending: PendingDocuments, argument: unknown, second: unknown): readonly PendingDocument[] {
  const selected = Array.isArray(second) ? second.filter((one) => one instanceof PendingNode) : [];
  if (argument instanceof PendingNode) return (selected.includes(argument) ? selected : [argument]).map(of);
  return pending.all;
}

function of({ pending }: PendingNode): PendingDocument {
  return pending;
}
