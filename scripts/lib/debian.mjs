import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { run } from './processes.mjs';
import { say, timed } from './progress.mjs';

export function canAptInstall() {
  if (process.getuid?.() !== 0) return false;
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

export async function aptInstall(...packages) {
  const options = { capture: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  return run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
}

/** The languages of our clients, each with a check whether it is there and the packages that bring it. */
const LANGUAGES = [
  { name: 'Python', check: ['python3', '--version'], packages: ['python3-minimal'] },
  {
    name: 'PHP',
    check: ['php', '-r', "exit((int) !extension_loaded('curl'));"],
    packages: ['php-cli', 'php-curl'],
  },
];

/** Installs what is missing. The tests of a client whose language stays missing are skipped, and this says why. */
export async function ensureLanguages() {
  for (const { name, check, packages } of LANGUAGES) {
    const isThere = () => spawnSync(check[0], check.slice(1), { stdio: 'ignore' }).status === 0;
    if (isThere()) continue;
    if (canAptInstall()) {
      await timed(`Installing ${name} with apt-get`, () => aptInstall(...packages));
    }
    if (!isThere()) {
      say(
        `The tests of the ${name} client are skipped: ${packages.join(' and ')} are not installed.`,
      );
    }
  }
}
