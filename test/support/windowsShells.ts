/**
 * How PowerShell and cmd parse a command line, as far as needed to see what reaches a program. Written from the shells'
 * rules, not from our quoting, so that each checks the other.
 */

const isSingleQuote = (letter: string | undefined): boolean => /^['\u2018-\u201b]$/.test(letter ?? '');

/**
 * Arguments of one PowerShell command made of bare words, strings and parenthesized concatenations; throws on anything
 * else.
 */
export function powerShellArguments(line: string, variables: Readonly<Record<string, string>>): string[] {
  let at = 0;
  const fail = (): never => {
    throw new Error(`PowerShell reads more than a word at ${at}: ${line.slice(at, at + 40)}`);
  };
  const string = (): string => {
    let text = '';
    for (at++; ; at++) {
      if (at >= line.length) fail();
      if (isSingleQuote(line[at])) {
        if (!isSingleQuote(line[at + 1])) break;
        at++;
      }
      text += line[at];
    }
    at++;
    return text;
  };
  const term = (): string => {
    if (isSingleQuote(line[at])) return string();
    const found = /^(?:\[char\](\d+)|\$env:(\w+))/.exec(line.slice(at)) ?? fail();
    at += found[0].length;
    return found[1] === undefined ? (variables[found[2] ?? ''] ?? '') : String.fromCharCode(Number(found[1]));
  };
  const words: string[] = [];
  while (at < line.length) {
    if (isSingleQuote(line[at])) words.push(string());
    else if (line[at] === '(') {
      at++;
      let text = term();
      for (; line.startsWith(' + ', at);) {
        at += 3;
        text += term();
      }
      if (line[at] !== ')') fail();
      at++;
      words.push(text);
    } else {
      const bare = /^[\w.-]+/.exec(line.slice(at)) ?? fail();
      at += bare[0].length;
      words.push(bare[0]);
    }
    if (at < line.length && line[at++] !== ' ') fail();
  }
  return words;
}

/** The command line that Windows PowerShell builds from arguments: quotes those with blanks and escapes nothing. */
export function legacyCommandLine(words: readonly string[]): string {
  return words
    .map((word) => (/\s/.test(word) || word === '' ? `"${word}${word.endsWith('\\') ? '\\' : ''}"` : word))
    .join(' ');
}

/** What cmd passes on from a typed line; throws if a second command starts or a disallowed variable is expanded. */
export function cmdCommandLine(typed: string, variables: Readonly<Record<string, string>>): string {
  const line = withVariables(typed, variables);
  let [isQuoted, passed] = [false, ''];
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] ?? '';
    if (/[\r\n]/.test(letter)) throw new Error('cmd ends the command at a line break');
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === '^' && !isQuoted) {
      passed += line[++at] ?? '';
      continue;
    } else if (!isQuoted && /[&|<>()]/.test(letter)) throw new Error(`cmd acts upon ${line.slice(at, at + 40)}`);
    passed += letter;
  }
  return passed;
}

/** Expands variables inside and outside quotes; unknown ones stay as typed. */
function withVariables(line: string, variables: Readonly<Record<string, string>>): string {
  let found = '';
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    const name = end === -1 ? '' : line.slice(at + 1, end);
    const value = variables[name.split(':')[0]?.toUpperCase() ?? ''];
    if (value !== undefined && name !== '') {
      found += value;
      at = end;
    } else found += line[at];
  }
  return found;
}

/** Splits a command line into arguments like the Windows C runtime. */
export function windowsArguments(line: string): string[] {
  const words: string[] = [];
  let [word, isQuoted, isWord] = ['', false, false];
  for (let at = 0; at < line.length;) {
    const letter = line[at] ?? '';
    if (letter === '\\') {
      let count = 0;
      while (line[at] === '\\') {
        count++;
        at++;
      }
      isWord = true;
      if (line[at] !== '"') word += '\\'.repeat(count);
      else {
        word += '\\'.repeat(Math.floor(count / 2));
        if (count % 2 === 1) {
          word += '"';
          at++;
        }
      }
      continue;
    }
    at++;
    if (letter === '"') {
      isWord = true;
      if (isQuoted && line[at] === '"') {
        word += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else if ((letter === ' ' || letter === '\t') && !isQuoted) {
      if (isWord) words.push(word);
      [word, isWord] = ['', false];
    } else {
      word += letter;
      isWord = true;
    }
  }
  return isWord ? [...words, word] : words;
}
