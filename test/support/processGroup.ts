import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Asks every process of the group to end, and makes those end that have not after a while. */
export async function endProcessGroup(group: number, patienceMs = 8_000): Promise<void> {
  signalGroup(group, 'SIGTERM');
  const deadline = Date.now() + patienceMs;
  // a group has no event of its own
  while (isGroupAlive(group) && Date.now() < deadline) await pause(25);
  signalGroup(group, 'SIGKILL');
}

export function isGroupAlive(group: number): boolean {
  return signalGroup(group, 0) && (process.platform !== 'linux' || hasLivingMember(group));
}

/** A dead process stays in its group until its parent has looked at it, and in a container that may be never. */
function hasLivingMember(group: number): boolean {
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // pid (name) state parent group …, and a name may hold anything
      const [state, , itsGroup] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(itsGroup) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
