/** Names the file that gets what the suite prints, apart from what VS Code prints around it. */
export const wordsVariable = 'RECORDBENCH_SUITE_WORDS';

/** Only the tests whose titles match it are run. */
export const grepVariable = 'RECORDBENCH_SUITE_GREP';
