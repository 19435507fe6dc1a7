// The program behind every npm script: prepares a bare clone and then runs the command. This file
// uses old syntax on purpose, so that an old Node can run it far enough to report its version.
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
