import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { t } from '@vscode/l10n';

/** The answer was packed in a way that cannot be undone. */
export class DamagedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DamagedError';
  }
}

export const acceptedEncodings = 'gzip, deflate, br';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Refuses to unpack more than `maxBytes`: a small answer must not fill the memory. */
export async function decompress(
  pieces: readonly Buffer[],
  encoding: string | undefined,
  maxBytes: number,
): Promise<readonly Buffer[]> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '' || pieces.every(({ length }) => length === 0)) return pieces;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!decoder)
    throw new DamagedError(t('The answer is compressed as “{0}”, which was not asked for.', name.slice(0, 40)));
  try {
    return [await decoder(Buffer.concat(pieces), { maxOutputLength: maxBytes })];
  } catch (error) {
    throw new DamagedError(
      t('Its {0} compression is damaged, or it is too large to be read at once when unpacked.', name),
      error,
    );
  }
}
