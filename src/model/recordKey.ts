import { canonicalAddress } from './connection/connection.ts';
import type { ControllerName } from './controller.ts';

/**
 * Canonical form of an id for comparison: services treat `5`, `05` and ` 5` as equal, and many ignore case. What is
 * sent keeps its spelling.
 */
export function canonicalId(id: string): string {
  const plain = id.trim().toLowerCase();
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}

/** Unique text for a record, independent of the connection and the spelling of its id. */
export function recordKey(service: string, controller: ControllerName, id: string): string {
  return JSON.stringify([canonicalAddress(service), controller, canonicalId(id)]);
}
