/** Exit codes of the program, as `--help` prints them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  found: 2,
  partly: 3,
  notSignedIn: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'done, nothing to do, or no difference',
  1: 'could not run; nothing was written',
  2: 'ran and found something (plan and import only with --detailed-exitcode)',
  3: 'partly done: some records were refused or skipped, or have an unknown outcome',
  4: 'not signed in: the token is missing, wrong or expired',
  130: 'interrupted',
};
