/**
 * In estimated bytes after compression: to a page of fifteen files, saving one request is worth this many bytes that it
 * loads without needing them. It is worth more to a page of more files, so no page is left with many of them.
 */
const bytesPerRequest = 16_000;
const usualFiles = 15;

/** A page or a lazy part, and what it loads. */
export interface User {
  readonly entry: string;
  readonly modules: ReadonlySet<string>;
  /** How often it is loaded, relative to a page. */
  readonly visits: number;
  /** The bytes that it loads, and their maximum. */
  bytes: number;
  readonly most: number;
  /** How many shared files it loads. */
  files: number;
}

export interface OutputFile {
  modules: string[];
  bytes: number;
  readonly users: Set<User>;
  readonly imports: Set<OutputFile>;
}

export function mergeFiles(files: OutputFile[]): OutputFile[] {
  const bounds = createBounds();
  for (const { users } of files) for (const user of users) user.files++;
  for (;;) {
    let best: { a: OutputFile; b: OutputFile } | undefined;
    let bestGain = 0;
    for (const [place, a] of files.entries()) {
      for (let next = place + 1; next < files.length; next++) {
        const b = files[next] ?? a;
        if (bounds.of(a, b) <= bestGain) continue;
        const gain = gainOf(a, b, bestGain);
        bounds.set(a, b, gain);
        if (gain > bestGain && !isBetween(a, b) && !isBetween(b, a)) {
          best = { a, b };
          bestGain = gain;
        }
      }
    }
    if (!best) return files;
    const { a, b } = best;
    for (const user of a.users) if (b.users.has(user)) user.files--;
    for (const [user, unneeded] of unneededBy(a, b)) {
      user.bytes += unneeded.bytes;
      user.files += unneeded.files;
    }
    const changed = join(a, b);
    files = files.filter((file) => file !== b);
    for (const file of files) if (file.imports.delete(b) && file !== a) file.imports.add(a);
    for (const file of files) if (reachesOne(file, changed)) bounds.forget(file);
  }
}

/**
 * The most that merging two files can gain. What their users load grows with each merge, which only lowers a gain, so
 * a known one holds as long as the two files and all that they import stay as they are.
 */
function createBounds() {
  const bounds = new Map<OutputFile, Map<OutputFile, number>>();
  return {
    of: (a: OutputFile, b: OutputFile): number => bounds.get(a)?.get(b) ?? Infinity,
    set(a: OutputFile, b: OutputFile, gain: number): void {
      const ofA = bounds.get(a) ?? new Map<OutputFile, number>();
      bounds.set(a, ofA.set(b, gain));
    },
    forget(file: OutputFile): void {
      bounds.delete(file);
      for (const others of bounds.values()) others.delete(file);
    },
  };
}

/** Whether it is one of them or imports one, directly or not. */
function reachesOne(
  file: OutputFile,
  some: ReadonlySet<OutputFile>,
  seen = new Set<OutputFile>(),
): boolean {
  if (some.has(file)) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return [...file.imports].some((imported) => reachesOne(imported, some, seen));
}

/** Puts the second into the first and returns the files that this changes. */
function join(a: OutputFile, b: OutputFile): ReadonlySet<OutputFile> {
  a.modules = [...a.modules, ...b.modules];
  a.bytes += b.bytes;
  for (const file of b.imports) a.imports.add(file);
  a.imports.delete(a);
  a.imports.delete(b);
  const changed = new Set([a]);
  addUsers(a, new Set([...a.users, ...b.users]), changed);
  return changed;
}

/** A user of a file also loads what the file imports. */
function addUsers(file: OutputFile, users: ReadonlySet<User>, changed: Set<OutputFile>): void {
  changed.add(file);
  for (const user of users) file.users.add(user);
  for (const imported of file.imports) {
    if ([...users].some((user) => !imported.users.has(user))) {
      addUsers(imported, users, changed);
    }
  }
}

/**
 * The gain of merging two files: the saved requests minus the unneeded bytes. If it is no more than `than`, only
 * the most that it can be.
 */
function gainOf(a: OutputFile, b: OutputFile, than: number): number {
  let gain = 0;
  for (const user of a.users) if (b.users.has(user)) gain += user.visits * requestsCost(user, -1);
  // Without what the files import, which takes longer to find.
  const bound = gain - visitsOfOthers(a, b) * b.bytes - visitsOfOthers(b, a) * a.bytes;
  if (bound <= than) return bound;
  for (const [user, { bytes, files }] of unneededBy(a, b)) {
    if (user.bytes + bytes > user.most) return 0;
    gain -= user.visits * (bytes + requestsCost(user, files));
    if (gain <= 0) return 0;
  }
  return gain;
}

/** What it costs that a user loads some files more, or gains if it loads fewer. */
function requestsCost({ files }: User, more: number): number {
  const cost = (count: number) => (bytesPerRequest * count ** 3) / (3 * usualFiles ** 2);
  return Math.abs(cost(files + more) - cost(files));
}

/** Of the users of a file who do not load the other. */
function visitsOfOthers(file: OutputFile, other: OutputFile): number {
  let visits = 0;
  for (const user of file.users) if (!other.users.has(user)) visits += user.visits;
  return visits;
}

interface Unneeded {
  bytes: number;
  /** In addition to the two. */
  files: number;
}

/** What each user would load in addition if the two files were merged. */
function unneededBy(a: OutputFile, b: OutputFile): Map<User, Unneeded> {
  const found = new Map<User, Unneeded>();
  const add = (file: OutputFile, users: Iterable<User>, seen: Set<OutputFile>): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const added = [...users].filter((user) => !file.users.has(user));
    if (added.length === 0) return;
    for (const user of added) {
      const its = found.get(user) ?? { bytes: 0, files: 0 };
      its.bytes += file.bytes;
      if (file !== a && file !== b) its.files++;
      found.set(user, its);
    }
    for (const imported of file.imports) add(imported, added, seen);
  };
  add(a, b.users, new Set());
  add(b, a.users, new Set());
  return found;
}

/** Whether a file imports another through a third, so that merging them would create a circle. */
function isBetween(from: OutputFile, to: OutputFile): boolean {
  const seen = new Set<OutputFile>();
  const reaches = (file: OutputFile): boolean => {
    if (file === to) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    return [...file.imports].some(reaches);
  };
  return [...from.imports].some((file) => file !== to && reaches(file));
}
