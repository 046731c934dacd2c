import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Sends SIGTERM to every process of the group, then SIGKILL to those still running after the timeout. */
export async function endProcessGroup(group: number, patienceMs = 8_000): Promise<void> {
  signalGroup(group, 'SIGTERM');
  const deadline = Date.now() + patienceMs;
  // a group has no exit event
  while (isGroupAlive(group) && Date.now() < deadline) await pause(25);
  signalGroup(group, 'SIGKILL');
}

export function isGroupAlive(group: number): boolean {
  return signalGroup(group, 0) && (process.platform !== 'linux' || hasLivingMember(group));
}

/** A zombie stays in its group until its parent reaps it, which in a container may be never. */
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
