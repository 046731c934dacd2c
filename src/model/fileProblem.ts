import { t } from '@vscode/l10n';
import { UserFacingError } from './errors.ts';

/** A file couldn't be read or written; the message is one sentence for the user. */
export class FileProblem extends UserFacingError {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'FileProblem';
  }
}

const reasons = (): Readonly<Record<string, readonly [why: string, remedy: string]>> => ({
  ENOSPC: [t('the disk is full'), t('Free up space, or choose another location.')],
  EDQUOT: [t('your disk quota is used up'), t('Free up space, or choose another location.')],
  EFBIG: [t('the disk does not support files of that size'), t('Choose another location.')],
  EACCES: [t("you don't have permission to use that location"), t('Choose another location.')],
  EPERM: [t("you don't have permission to use that location"), t('Choose another location.')],
  EROFS: [t('the disk is read-only'), t('Choose another location.')],
  ENOENT: [t('the file or folder was not found'), t('Choose another location.')],
  ENOTDIR: [t('the folder was not found'), t('Choose another location.')],
  EEXIST: [t('a file with that name exists'), t('Choose another location.')],
  EISDIR: [t('it is a folder'), t('Choose a file name.')],
  ENOTFILE: [t('it is a device or a pipe'), t('Choose a file name.')],
  EBUSY: [t('another program is using it'), t('Close it there, and try again.')],
  ENAMETOOLONG: [t('its name is too long'), t('Choose a shorter one.')],
  EMFILE: [t('too many files are open'), t('Close some programs, and try again.')],
  EIO: [t('a disk error occurred'), t('Choose another location.')],
});

/** `doing` follows "Could not": `write leads.csv`. */
export function fileProblem(doing: string, cause: unknown): FileProblem {
  if (cause instanceof FileProblem) return cause;
  const code = codeOf(cause);
  const [why, remedy] = reasons()[code] ?? [
    code === '' ? t('the file system rejected the operation') : t('the file system rejected the operation ({0})', code),
    t('Choose another location.'),
  ];
  return new FileProblem(t('Could not {0}: {1}. {2}', doing, why, remedy), cause);
}

/** VS Code's file systems use names where Node uses error codes. */
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
