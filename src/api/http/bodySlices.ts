import { Readable } from 'node:stream';

/** A slow line takes that much within any time-out that is of use. */
const sliceSize = 64 * 1024;

/**
 * A body for undici, which takes a slice when the one before is on its way: `onSlice` hears that it gets on. A short
 * body goes out in one piece.
 */
export function bodySlices(bytes: Buffer, onSlice: () => void): Buffer | Readable {
  if (bytes.length <= sliceSize) return bytes;
  return Readable.from(slices(bytes, onSlice), { objectMode: false, highWaterMark: sliceSize });
}

function* slices(bytes: Buffer, onSlice: () => void): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceSize) {
    onSlice();
    yield bytes.subarray(at, at + sliceSize);
  }
  onSlice();
}
