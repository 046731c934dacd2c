import { readFileSync } from 'node:fs';

/**
 * True if a process with this pid exists, whoever owns it. With the `processIdentity` of the process, also checks that
 * it is still the same one, as far as the platform supports that.
 */
export function isRunning(pid: number, identity?: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return identity === undefined || (processIdentity(pid) ?? identity) === identity;
}

/** Distinguishes a process from a later one that reuses its pid. Undefined if the platform has no /proc. */
export function processIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the fields start after the program name in parentheses, which may contain parentheses itself
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // a zombie keeps its pid until its parent reaps it
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    // the start time is relative to boot
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}
