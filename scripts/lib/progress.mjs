/** One line per task: what is being done, and its duration at the end. */
export async function timed(label, work) {
  const startedAt = performance.now();
  process.stdout.write(`${label} ... `);
  try {
    const result = await work();
    process.stdout.write(`${secondsSince(startedAt)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
