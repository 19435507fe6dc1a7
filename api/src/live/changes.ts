import type { Change } from '../db/database.ts';

/** Distinct changes. */
export function encodeChanges(changes: Iterable<Change>): string[] {
  return packWords(new Set([...changes].map(wordOf)));
}

/** As short as notifications of the database have to be: at most 8,000 bytes. */
export function packWords(words: Iterable<string>): string[] {
  const messages: string[] = [];
  for (const word of words) {
    const last = messages.at(-1);
    if (last === undefined || last.length + word.length >= longestMessage) messages.push(word);
    else messages[messages.length - 1] = `${last} ${word}`;
  }
  return messages;
}
const longestMessage = 7_900;

function wordOf(change: Change): string {
  const about = 'userId' in change ? change.userId : change.companyId;
  return `${change.topic}:${about ?? ''}`;
}

/** Ignores what it does not know: during an upgrade a newer server may send it. */
export function decodeChanges(message: string): Change[] {
  return message.split(' ').flatMap((word): Change[] => {
    const [topic, about = ''] = word.split(':');
    if (topic === 'news' || topic === 'sessions') return [{ topic, userId: about }];
    if (topic === 'money' || topic === 'approvals' || topic === 'brakes') {
      return [{ topic, companyId: about || null }];
    }
    return [];
  });
}
