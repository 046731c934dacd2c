import { canonicalAddress } from './connection/connection.ts';
import type { ControllerName } from './controller.ts';

/**
 * Tells whether two ids mean one record: services read `5`, `05` and ` 5` as one, and many ignore case. It is for
 * comparing alone: what is sent keeps its spelling.
 */
export function canonicalId(id: string): string {
  const plain = id.trim().toLowerCase();
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}

/** One text per record, whatever connection leads to its service and however its id is spelled. */
export function recordKey(service: string, controller: ControllerName, id: string): string {
  return JSON.stringify([canonicalAddress(service), controller, canonicalId(id)]);
}
