import { type Cases, times } from './cases.ts';

/** Negative examples: nested loops, and methods that loop internally. */
export const cases: Cases = {
  'a loop in a loop': (letters) => {
    const text = times('a', letters);
    return () => {
      let same = 0;
      for (const one of text) for (const other of text) if (one === other) same += 1;
      return same;
    };
  },
  'a search from each letter': (letters) => {
    const text = times('a', letters);
    return () => Array.from(text, (_, at) => text.indexOf('b', at));
  },
  'a regular expression from each letter': (letters) => {
    const text = times('a', letters);
    return () => Array.from(text, (_, at) => /b/.test(text.slice(at)));
  },
  'a list that is copied for each letter': (letters) => {
    const text = times('a', letters);
    return () => {
      let list: string[] = [];
      for (const letter of text) list = list.concat(letter);
      return list;
    };
  },
};
