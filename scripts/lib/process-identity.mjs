import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process is named by its id and the moment it started, because ids are reused: in a container the
 * same few come back at every start. Null when there is no such process, or only its zombie.
 */
export function identify(pid) {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export function isStillRunning(known) {
  return Boolean(known?.pid) && identify(known.pid)?.startedAt === known.startedAt;
}

function startOnLinux(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in brackets and may hold anything, so the fields count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function startFromPs(pid) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return line && !line.startsWith('Z') ? line.replace(/^\S+\s+/, '') : null;
  } catch {
    return null;
  }
}
