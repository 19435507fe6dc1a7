import { setTimeout as wait } from 'node:timers/promises';
import { otherNameText } from '@sente/contract/bulk-payouts';
import { networkWords, type NetworkName } from '@sente/contract/payments';
import { databaseNow } from '../db/clock.ts';
import type { Connector, HolderReport } from '../payments/networks/connector.ts';
import { doubtful, faulty, warned, type CheckedLine } from './checked-line.ts';
import type { StoredBulk } from './stored-bulks.queries.ts';

export interface NameTools {
  readonly connectors: readonly Connector[];
  /** Between groups of questions to the networks, so that they are not asked faster than people would. */
  readonly restMs: number;
  /** Until a network that did not tell is asked again; each time twice as long. */
  readonly pauseMs: number;
}

/** What networks did not tell about the lines of a bulk payout. */
interface Silence {
  pauses: number;
  readonly networks: Map<NetworkName, { inRow: number; until: number }>;
}

/** Of those that this server checks. Another server that goes on with one is as patient again. */
const silences = new Map<string, Silence>();

function silenceOf(bulkId: string): Silence {
  const known = silences.get(bulkId);
  if (known) return known;
  if (silences.size > 1_000) silences.clear();
  const silence: Silence = { pauses: 0, networks: new Map() };
  silences.set(bulkId, silence);
  return silence;
}

/** How often a bulk payout waits for networks that do not tell. */
const mostPauses = 5;
/** A network that does not tell so many in a row rests, so that 10,000 lines do not wait for it one by one. */
const mostUnknown = 5;
const networkRestMs = 60_000;
const askedTogether = 10;

interface AskedLine {
  readonly line: CheckedLine;
  readonly isUnknown: boolean;
}

/** Asks the networks whose numbers they are. Lines that they may tell later are left out, until after the pause. */
export async function askNames(
  { connectors, restMs, pauseMs }: NameTools,
  bulk: StoredBulk,
  lines: readonly CheckedLine[],
): Promise<{ readonly named: readonly CheckedLine[]; readonly pauseMs: number }> {
  const silence = silenceOf(bulk.id);
  const all: AskedLine[] = [];
  for (let start = 0; start < lines.length; start += askedTogether) {
    const some = lines.slice(start, start + askedTogether);
    const asked = some.map((line) => askName(connectors, bulk, silence, line));
    all.push(...(await Promise.all(asked)));
    if (some.some(({ faults }) => faults.length === 0)) await wait(restMs);
  }
  const known = all.filter(({ isUnknown }) => !isUnknown);
  if (known.length === all.length || silence.pauses >= mostPauses) {
    return { named: all.map(({ line }) => line), pauseMs: 0 };
  }
  // After the pause each network is asked again.
  silence.networks.clear();
  const named = known.map(({ line }) => line);
  return { named, pauseMs: pauseMs * 2 ** silence.pauses++ };
}

async function askName(
  connectors: readonly Connector[],
  bulk: StoredBulk,
  silence: Silence,
  line: CheckedLine,
): Promise<AskedLine> {
  const { phoneNumber, network } = line;
  if (line.faults.length > 0 || phoneNumber === null || network === null) {
    return { line, isUnknown: false };
  }
  const connector = connectors.find((one) => one.network === network);
  const isAsked = connector && databaseNow() >= (silence.networks.get(network)?.until ?? 0);
  const report: HolderReport = isAsked
    ? await connector.holder(phoneNumber)
    : { is: 'unknown', why: 'not asked' };
  const isUnknown = report.is === 'unknown';
  if (isAsked) {
    // As it is after the answer: others were asked at the same time.
    const inRow = isUnknown ? (silence.networks.get(network)?.inRow ?? 0) + 1 : 0;
    const until = inRow >= mostUnknown ? databaseNow() + networkRestMs : 0;
    silence.networks.set(network, { inRow, until });
  }
  return { line: withHolder(bulk, line, network, report), isUnknown };
}

function withHolder(
  bulk: StoredBulk,
  line: CheckedLine,
  network: NetworkName,
  report: HolderReport,
): CheckedLine {
  const at = networkWords[network];
  if (report.is === 'not-registered') return faulty(line, `${at} has no wallet of this number`);
  if (report.is === 'unknown') {
    const text = `${at} did not say whose number it is`;
    return line.nameGiven === null ? warned(line, text) : doubtful(bulk, line, text);
  }
  const named = { ...line, nameFound: report.name };
  if (report.isBarred) return faulty(named, `${at} has stopped this wallet`);
  if (line.nameGiven === null) return named;
  if (report.name === null) return warned(named, `${at} did not tell the name`);
  if (!namesDiffer(line.nameGiven, report.name)) return named;
  return doubtful(bulk, named, otherNameText(line.nameGiven, at, report.name));
}

/**
 * Whether two names are surely of different people: they share no word. People write one of their names, leave
 * out a middle one or change the order, and networks shorten them.
 */
function namesDiffer(given: string, found: string): boolean {
  const known = new Set(wordsOf(found));
  const words = wordsOf(given);
  return words.length > 0 && known.size > 0 && !words.some((word) => known.has(word));
}

/** Without initials and titles. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}
