// The program behind every npm script: it makes a bare clone ready and then runs what was asked for.
// This file stays old-fashioned on purpose, so that an old Node reads far enough to say that it is old.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Sente needs Node 20.19 or newer, and this is ' +
      process.version +
      '. Install a current Node from https://nodejs.org and run the same command again.',
  );
  process.exit(1);
}

void import('./lib/commands.mjs').then(({ runCommand }) => runCommand(process.argv.slice(2)));
