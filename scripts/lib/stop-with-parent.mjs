// Loaded into the servers we start (node --import): if the program that started them is killed
// outright, it cannot pass anything on, so they notice and stop in their own orderly way.
const parent = process.ppid;

const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();
