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
  ENOSPC: [t('the disk is full'), t('Make room, or choose another place.')],
  EDQUOT: [t('your share of the disk is used up'), t('Make room, or choose another place.')],
  EFBIG: [t('the disk does not take files of that size'), t('Choose another place.')],
  EACCES: [t('you are not allowed to use that place'), t('Choose another place.')],
  EPERM: [t('you are not allowed to use that place'), t('Choose another place.')],
  EROFS: [t('the disk can only be read'), t('Choose another place.')],
  ENOENT: [t('there is no such folder or file'), t('Choose another place.')],
  ENOTDIR: [t('there is no such folder'), t('Choose another place.')],
  EISDIR: [t('that is a folder'), t('Choose the name of a file.')],
  EBUSY: [t('another program holds it'), t('Close it there, and try again.')],
  ENAMETOOLONG: [t('its name is too long'), t('Choose a shorter one.')],
  EMFILE: [t('too many files are open'), t('Close some programs, and try again.')],
  EIO: [t('the disk failed'), t('Choose another place.')],
});

/** `doing` follows "Could not": `write leads.csv`. */
export function fileProblem(doing: string, cause: unknown): FileProblem {
  if (cause instanceof FileProblem) return cause;
  const code = codeOf(cause);
  const [why, remedy] = reasons()[code] ?? [
    code === '' ? t('the file system refused') : t('the file system refused ({0})', code),
    t('Choose another place.'),
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
