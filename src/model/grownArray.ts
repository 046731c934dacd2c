/** The larger one, with what the smaller one has. */
export function grownArray<T extends Uint32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
