import { dirname, join } from 'node:path/posix';

/**
 * Imports run one way. A file may import from its own rank or a lower one:
 *
 *   api:  http, db, security  <-  ledger  <-  features (every other folder)  <-  app, env, programs, demo  <-  test
 *   web:  lib  <-  session  <-  api  <-  ui  <-  features  <-  pages  <-  app  <-  testing
 */
const API_FEATURE = 2;
const API_APP = 3;
const API_RANKS = { http: 0, db: 0, security: 0, ledger: 1, programs: API_APP };
const WEB_APP = 6;
const WEB_RANKS = {
  lib: 0,
  session: 1,
  api: 2,
  ui: 3,
  features: 4,
  pages: 5,
  testing: WEB_APP + 1,
};

/**
 * The only allowed imports between web features. They are never mutual, and there are few:
 * code that several features need belongs in ui, lib, api or session.
 */
const FEATURE_EDGES = {
  accounting: ['factors'],
  approvals: ['bulk-payouts', 'factors'],
  'bulk-payouts': ['payments'],
  credentials: ['factors'],
  dashboards: ['networks', 'transactions'],
  'payment-links': ['internet-products', 'payments'],
  webhooks: ['factors'],
  payments: [
    'accounts',
    'api-transactions',
    'fees',
    'internet-products',
    'limits',
    'networks',
    'recipients',
    'status',
  ],
  'product-codes': ['internet-products'],
  roles: ['factors'],
  settings: ['accounting', 'companies', 'factors', 'users'],
  settlements: ['accounts', 'factors', 'fees', 'payments'],
  'test-mode': ['examinations'],
  tills: ['internet-products', 'payments'],
  transactions: ['approvals', 'payments', 'settlements', 'status'],
  users: ['companies', 'factors'],
};

/** @param files a Map from path to text. @returns one sentence per forbidden import. */
export function checkImports(files) {
  return [...files].flatMap(([path, text]) =>
    importsOf(text)
      .map((specifier) => resolve(path, specifier))
      .filter((target) => target !== null)
      .map((target) => [target, objection(path, target)])
      .filter(([, reason]) => reason !== null)
      .map(([target, reason]) => `${path}: imports ${target}, but ${reason}`),
  );
}

/**
 * @param files a Map from path to text.
 * @param nodeOf the folder of a path, or null for a path that is not looked at.
 * @returns one sentence per import that is part of a circle between folders.
 */
export function checkCircles(files, nodeOf) {
  const arrows = [...files].flatMap(([path, text]) =>
    isTest(path)
      ? []
      : importsOf(text)
          .map((specifier) => resolve(path, specifier))
          .filter((target) => target !== null && nodeOf(target) !== null && nodeOf(path) !== null)
          .map((target) => ({ path, target, from: nodeOf(path), to: nodeOf(target) }))
          .filter(({ from, to }) => from !== to),
  );
  const next = new Map();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  return arrows
    .filter(({ from, to }) => canReach(next, to, from))
    .map(({ path, target, from, to }) => `${path}: imports ${target}, but ${to} needs ${from}.`);
}

function canReach(next, start, goal, seen = new Set()) {
  if (start === goal) return true;
  if (seen.has(start)) return false;
  seen.add(start);
  return [...(next.get(start) ?? [])].some((to) => canReach(next, to, goal, seen));
}

/** For checkCircles: the folders directly in `base`; a file directly in it is its own node. */
export function folderIn(base) {
  return (path) =>
    path.startsWith(`${base}/`) ? `${base}/${path.slice(base.length + 1).split('/')[0]}` : null;
}

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

export function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic);
}

/** The path of one of our own files, or null for an external package. */
function resolve(path, specifier) {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const [, workspace, rest = 'index'] = /^@sente\/(\w+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return workspace ? `${workspace}/src/${rest}.ts` : null;
}

function objection(path, target) {
  const from = placeOf(path);
  const to = placeOf(target);
  return (
    objectionToRoom(from, to) ??
    (isTest(path) ? null : (objectionToRank(from, to) ?? objectionToNeighbour(from, to, target)))
  );
}

function objectionToRoom(from, to) {
  if (from.room === 'contract' && to.room !== 'contract')
    return 'contract imports nothing of ours.';
  if (from.room === 'api' && to.room === 'web') return 'the API knows nothing of the web app.';
  if (from.room === 'web' && to.room === 'api') return 'the web app knows nothing of the API.';
  return null;
}

function objectionToRank(from, to) {
  if (from.room !== to.room || to.rank <= from.rank) return null;
  return `${from.part} stands below ${to.part}.`;
}

function objectionToNeighbour(from, to, target) {
  if (from.room !== to.room) return null;
  if (from.part === to.part) return objectionToFeature(from, to);
  if (from.room === 'web' && from.part === 'ui' && to.part === 'session') {
    return 'ui does not know who is signed in.';
  }
  const areFeatures = from.rank === API_FEATURE && to.rank === API_FEATURE;
  if (from.room === 'api' && areFeatures && /\.(queries|routes)\.ts$/.test(target)) {
    return "a feature uses another feature's service, never its queries or routes.";
  }
  return null;
}

function objectionToFeature(from, to) {
  if (from.room !== 'web' || !from.feature || !to.feature || from.feature === to.feature)
    return null;
  if (FEATURE_EDGES[from.feature]?.includes(to.feature)) return null;
  return `${from.feature} may not use ${to.feature}; see FEATURE_EDGES.`;
}

/** The location of a file: its workspace, its part of it, and that part's rank. */
function placeOf(path) {
  const [room, folder, part, ...deeper] = path.split('/');
  if (room === 'api' && folder !== 'src') {
    return { room, part: folder, rank: folder === 'test' ? API_APP + 1 : API_APP };
  }
  if (room === 'api') {
    const fallback = deeper.length > 0 ? API_FEATURE : API_APP;
    return { room, part, rank: API_RANKS[part] ?? fallback };
  }
  if (room === 'web') {
    const feature = part === 'features' ? deeper[0] : undefined;
    return { room, part, feature, rank: WEB_RANKS[part] ?? WEB_APP };
  }
  return { room, part: folder, rank: 0 };
}

function isTest(path) {
  return /\.test\.tsx?$/.test(path);
}
