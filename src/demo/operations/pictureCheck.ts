import type { UploadedFile } from '../http/multipart.ts';

const largest = 1024 * 1024;

/** What a file of each kind begins with; a name proves nothing. */
const beginnings: readonly (readonly [extension: RegExp, bytes: readonly number[]])[] = [
  [/\.png$/i, [0x89, 0x50, 0x4e, 0x47]],
  [/\.jpe?g$/i, [0xff, 0xd8, 0xff]],
  [/\.gif$/i, [0x47, 0x49, 0x46, 0x38]],
  [/\.webp$/i, [0x52, 0x49, 0x46, 0x46]],
];

/** Why an uploaded picture is not taken, or undefined when it is. */
export function pictureProblem(file: UploadedFile): string | undefined {
  if (file.content.length === 0) return 'The picture is empty.';
  if (file.content.length > largest) return `The picture is larger than ${largest} bytes.`;
  const kind = beginnings.find(([extension]) => extension.test(file.name));
  if (!kind) return 'The picture must be PNG, JPEG, GIF or WebP.';
  return kind[1].every((byte, position) => file.content[position] === byte)
    ? undefined
    : 'The picture is not what its name says.';
}
