/** Names the file that receives the suite's output, separate from VS Code's. */
export const wordsVariable = 'RECORDBENCH_SUITE_WORDS';

/** Runs only tests with matching titles. */
export const grepVariable = 'RECORDBENCH_SUITE_GREP';
