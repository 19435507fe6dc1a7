import { once } from 'node:events';
import { startCluster } from './cluster.ts';

/* `npm run cluster`: a cluster of three to try things on, until it is interrupted. */

const cluster = await startCluster((line) => console.log(line));
console.log(`The primary is node ${await cluster.primary()}. Start Sente with this DATABASE_URL:`);
console.log(`  DATABASE_URL=${cluster.url} npm start`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.log('Stopping ...');
await cluster.stop();
process.exit(0);
