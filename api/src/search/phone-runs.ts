/** Digits from anywhere in a number: how numbers with them begin, and begin when read backwards. */
interface RunBeginnings {
  readonly digits: string;
  readonly forwards: readonly string[];
  readonly backwards: readonly string[];
}

const country = '256';
const numberLength = 12;
/** With fewer digits nearly every number would match; nine are a whole number. */
const runLengths = { least: 4, most: 8 };
const writtenRun = /^[\d\s().-]+$/;

/**
 * A number of Uganda is so short that the digits beside the run are tried out: those before it or those after it,
 * whichever are fewer, at most a hundred for each place. What a number ends with is found without this. Null if the
 * text cannot be a run.
 */
export function phoneRunOf(text: string): RunBeginnings | null {
  if (!writtenRun.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < runLengths.least || digits.length > runLengths.most) return null;
  const forwards: string[] = [];
  const backwards: string[] = [];
  for (let place = 1; place + digits.length < numberLength; place++) {
    const ofCountry = country.slice(place);
    if (!digits.startsWith(ofCountry)) continue;
    const before = Math.max(0, place - country.length);
    const after = numberLength - place - digits.length;
    if (before <= after) {
      const start = country.slice(0, place);
      forwards.push(...firstDigits(before).map((filled) => `${start}${filled}${digits}`));
    } else {
      backwards.push(...digitsOf(after).map((filled) => reversed(`${digits}${filled}`)));
    }
  }
  return { digits, forwards, backwards };
}

export function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** All ways to write so many digits. */
function digitsOf(count: number): string[] {
  return Array.from({ length: 10 ** count }, (_, n) =>
    count === 0 ? '' : String(n).padStart(count, '0'),
  );
}

/** After the country code no number has 0 or 1. */
function firstDigits(count: number): string[] {
  return digitsOf(count).filter((digits) => !/^[01]/.test(digits));
}
