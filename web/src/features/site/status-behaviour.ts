import type { NetworkStatus, StatusDay, StatusHistory, StatusNow } from '@sente/contract/status';
import { formatDate, formatShortTime } from '../../lib/dates.ts';
import {
  booksStatus,
  networkTones,
  payoutsStatus,
  waitText,
  type StatusTone,
} from '../../lib/status-texts.ts';

const refreshEveryMs = 30_000;

/** Fills the status page with what the server knows; plain, as in frame-behaviour.ts. */
export function startStatus(): () => void {
  const page = document.querySelector<HTMLElement>('[data-status-page]');
  if (!page) return () => {};
  const show = async (): Promise<void> => showNow(page, await read<StatusNow>('/api/Status'));
  void show();
  void read<StatusHistory>('/api/Status/history').then((history) => {
    if (history) showHistory(page, history);
  });
  const timer = setInterval(() => void show(), refreshEveryMs);
  return () => clearInterval(timer);
}

async function read<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}

function showNow(page: HTMLElement, now: StatusNow | null): void {
  if (!now || now.isOld) {
    const since = now ? ` since ${formatShortTime(now.readAt)}, Kampala time` : ' right now';
    write(page, 'read', `The status cannot be read${since}. This page tries again.`);
    for (const part of page.querySelectorAll<HTMLElement>('[data-status-part]')) {
      mark(part, { tone: 'unknown', word: 'Not known' });
    }
    forget(page);
    showOverall(page, null, now ? 'The portal answers, but not its database' : undefined);
    return;
  }
  const books = booksStatus(now.books, Date.parse(now.readAt));
  const payouts = payoutsStatus(now.payoutsStoppedSince);
  const known = { books, payouts };
  for (const [name, state] of Object.entries(known)) {
    const part = partOf(page, name);
    if (!part) continue;
    mark(part, state);
    write(
      part,
      'text',
      `${state.text}.${name === 'payouts' && state.tone === 'bad' ? ' Those that are asked for meanwhile wait.' : ''}`,
    );
  }
  for (const section of page.querySelectorAll<HTMLElement>('[data-status-part]')) {
    if ((section.dataset['statusPart'] ?? '') in known) continue;
    const network = now.networks.find((one) => one.network === section.dataset['statusPart']);
    section.hidden = !network;
    if (network) showNetwork(section, network);
  }
  const tones = [books.tone, ...now.networks.map(({ status }) => networkTones[status].tone)];
  showOverall(page, now.payoutsStoppedSince === null ? tones : ['stopped', ...tones]);
  write(
    page,
    'read',
    `Read at ${formatShortTime(now.readAt)}, Kampala time. Version ${now.version}.`,
  );
}

const overallWords = {
  stopped:
    'All payouts are stopped: those that are asked for wait and have not failed, and collections go on',
  bad: 'Something does not work right now',
  degraded: 'Some payments are slower than usual',
  unknown: 'The portal and the API answer; something below is not known',
  good: 'All is well: the portal, the API, payouts, the books and the networks',
} as const;

/** The worst of all; null where nobody answers. That this was read says that the portal and the API answer. */
function showOverall(
  page: HTMLElement,
  tones: readonly (StatusTone | 'stopped')[] | null,
  unread = 'The server does not answer',
): void {
  const place = page.querySelector<HTMLElement>('[data-status-overall]');
  if (!place) return;
  const ranks = ['bad', 'stopped', 'degraded', 'unknown'] as const;
  const worst = ranks.find((tone) => tones?.includes(tone)) ?? 'good';
  if (tones === null) return mark(place, { tone: 'unknown', word: unread });
  mark(place, { tone: worst === 'stopped' ? 'bad' : worst, word: overallWords[worst] });
}

/** What was true when it was read last is not shown as if it were now. */
function forget(page: HTMLElement): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-status-part]')) {
    const isBooks = part.dataset['statusPart'] === 'books';
    write(
      part,
      'text',
      isBooks
        ? 'Whether the books balance is not known right now.'
        : 'How it is right now is not known.',
    );
  }
}

function showNetwork(part: HTMLElement, network: NetworkStatus): void {
  mark(part, networkTones[network.status]);
  const refused = network.refuses.map((direction) =>
    direction === 'payout' ? 'payouts' : 'collections',
  );
  const texts = [
    network.isSimulated ? 'Simulated here: no real network is connected.' : '',
    refused.length > 0 ? `New ${refused.join(' and ')} are refused.` : '',
    waitText(network),
  ];
  write(part, 'text', texts.filter(Boolean).join(' '));
}

function showHistory(page: HTMLElement, { today, books, networks }: StatusHistory): void {
  showDays(page, 'books', today, books, 'checks');
  for (const { network, days } of networks) showDays(page, network, today, days, 'minutes');
}

/** A bar for each day, the newest last, and in words the days that were not well. */
function showDays(
  page: HTMLElement,
  name: string,
  today: string,
  days: readonly StatusDay[],
  unit: 'checks' | 'minutes',
): void {
  const part = partOf(page, name);
  const row = part?.querySelector<HTMLElement>('[data-status-days]');
  if (!part || !row) return;
  const bars = [...row.children] as HTMLElement[];
  // Of a new server a row of grey bars would look like ninety days of trouble.
  for (const each of [row, row.nextElementSibling as HTMLElement]) each.hidden = days.length === 0;
  if (days.length === 0) {
    write(part, 'summary', 'Nothing yet: the days show here once the first one was watched.');
    return;
  }
  const byDay = new Map(days.map((day) => [day.day, day]));
  bars.forEach((bar, index) => {
    const date = dayBefore(today, bars.length - 1 - index);
    const day = byDay.get(date);
    bar.dataset['tone'] = toneOf(day);
    bar.title = `${formatDate(date)}: ${textOf(day, unit)}`;
  });
  const troubled = days.filter(({ degraded, bad }) => degraded + bad > 0);
  row.ariaLabel = `${days.length} of ${bars.length} days with data, ${troubled.length} with trouble`;
  const list = troubled.slice(-3).map((day) => `${formatDate(day.day)}: ${textOf(day, unit)}`);
  const missing = bars.length - days.length;
  write(
    part,
    'summary',
    [
      list.length > 0
        ? `${list.join('; ')}.`
        : days.length > 0
          ? 'No trouble on the days with data.'
          : '',
      missing > 0 ? `${missing} of ${bars.length} days have no data.` : '',
    ].join(' '),
  );
}

function toneOf(day: StatusDay | undefined): StatusTone {
  if (!day) return 'unknown';
  if (day.bad > 0) return 'bad';
  return day.degraded > 0 ? 'degraded' : 'good';
}

function textOf(day: StatusDay | undefined, unit: 'checks' | 'minutes'): string {
  if (!day) return 'no data';
  const of = `of ${day.looks.toLocaleString('en')} ${unit}`;
  if (unit === 'checks') return day.bad > 0 ? `${day.bad} ${of} found a fault` : `all ${of} good`;
  const parts = [
    day.bad > 0 ? `${day.bad} down` : '',
    day.degraded > 0 ? `${day.degraded} degraded` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')} ${of}` : `up in all ${of}`;
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

function partOf(page: HTMLElement, name: string): HTMLElement | null {
  return page.querySelector(`[data-status-part="${name}"]`);
}

function mark(part: HTMLElement, { tone, word }: { tone: StatusTone; word: string }): void {
  part.dataset['tone'] = tone;
  write(part, 'word', word);
}

function write(inside: HTMLElement, name: string, text: string): void {
  const place = inside.querySelector(`[data-status-text="${name}"]`);
  if (place && place.textContent !== text) place.textContent = text;
}
