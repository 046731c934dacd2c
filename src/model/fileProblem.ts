/** A file could not be read or written: one sentence, written to be read. */
export class FileProblem extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'FileProblem';
  }
}

const reasons: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Make room, or choose another place.'],
  EDQUOT: ['your share of the disk is used up', 'Make room, or choose another place.'],
  EFBIG: ['the disk does not take files of that size', 'Choose another place.'],
  EACCES: ['you are not allowed to use that place', 'Choose another place.'],
  EPERM: ['you are not allowed to use that place', 'Choose another place.'],
  EROFS: ['the disk can only be read', 'Choose another place.'],
  ENOENT: ['there is no such folder or file', 'Choose another place.'],
  ENOTDIR: ['there is no such folder', 'Choose another place.'],
  EISDIR: ['that is a folder', 'Choose the name of a file.'],
  EBUSY: ['another program holds it', 'Close it there, and try again.'],
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter one.'],
  EMFILE: ['too many files are open', 'Close some programs, and try again.'],
  EIO: ['the disk failed', 'Choose another place.'],
};

/** `doing` follows "Could not": `write leads.csv`. */
export function fileProblem(doing: string, cause: unknown): FileProblem {
  if (cause instanceof FileProblem) return cause;
  const code = codeOf(cause);
  const [why, remedy] = reasons[code] ?? [
    code === '' ? 'the file system refused' : `the file system refused (${code})`,
    'Choose another place.',
  ];
  return new FileProblem(`Could not ${doing}: ${why}. ${remedy}`, cause);
}

/** VS Code's own file systems name the reason where Node has a code. */
const namedCodes: Readonly<Record<string, string>> = {
  NoPermissions: 'EACCES',
  FileNotFound: 'ENOENT',
  FileIsADirectory: 'EISDIR',
  FileNotADirectory: 'ENOTDIR',
};

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause) || typeof cause.code !== 'string') return '';
  return namedCodes[cause.code] ?? cause.code;
}
