/**
 * Where the pieces of one answer after the other are put together. Their memory is given back at once: the garbage
 * collector, which counts objects rather than bytes, would let those of hundreds of answers pile up.
 */
export class GatheringRoom {
  #room = Buffer.allocUnsafeSlow(0);

  /** Good until the next call. Nobody else may look at the pieces, now or later. */
  gather(pieces: readonly Uint8Array[]): Buffer {
    const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    if (length > this.#room.length) this.#room = Buffer.allocUnsafeSlow(length + (length >> 1));
    let at = 0;
    for (const piece of pieces) {
      this.#room.set(piece, at);
      at += piece.byteLength;
    }
    for (const { buffer } of pieces) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
    return this.#room.subarray(0, length);
  }
}
