import { readFileSync } from 'node:fs';

/**
 * Whether there is a process of that number, whoever it belongs to. With what `processIdentity` said of it: whether it is
 * still the same one, as far as this computer tells.
 */
export function isRunning(pid: number, identity?: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return identity === undefined || (processIdentity(pid) ?? identity) === identity;
}

/** Tells a process from a later one that was given its number. Undefined where the computer has no /proc. */
export function processIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // in front stands the name of the program in parentheses, which may hold some itself
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // one that has ended keeps its number until its parent asks
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    // the time when it started counts from the start of the computer
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}
