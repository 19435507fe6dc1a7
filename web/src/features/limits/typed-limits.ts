import {
  limitKinds,
  type LimitBody,
  type LimitKind,
  type PaymentLimit,
} from '@sente/contract/limits';
import { limitName, limitPlaces, limitText, limitTitle } from '@sente/contract/limit-words';
import { textIn } from '../../lib/meanwhile.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { useTypedTexts, type MeanwhileField } from '../../ui/meanwhile.tsx';
import { readLimits, typedOf } from './limit-texts.ts';

/** The fields of the form, which follow what is stored where nothing was typed. */
export function useTypedLimits(limits: readonly PaymentLimit[]) {
  const saved = typedOf(limits);
  const { typed, set, meanwhile, reset } = useTypedTexts(saved, {
    fieldOf: (name) => fields.get(name),
    same: isSameAmount,
  });
  const { limits: wanted, errors } = readLimits(typed);
  const isWrong = Object.keys(errors).length > 0;
  return {
    typed,
    set,
    reset: (now: readonly PaymentLimit[]) => reset(typedOf(now)),
    wanted,
    errors,
    isWrong,
    isChanged: isWrong || JSON.stringify(wanted) !== JSON.stringify(readLimits(saved).limits),
    meanwhile,
  };
}

const fields: ReadonlyMap<string, MeanwhileField> = new Map(
  limitPlaces
    .flatMap((place) => limitKinds.map((kind) => ({ ...place, kind })))
    .map((limit) => [limitName(limit), fieldOf(limit)]),
);

function fieldOf(limit: Omit<LimitBody, 'most'>): MeanwhileField {
  return { label: limitTitle(limit), text: (value) => valueText(limit.kind, value) };
}

function valueText(kind: LimitKind, value: unknown): string {
  const text = textIn(value).trim();
  if (text === '') return 'no limit';
  const most = readAmount(text);
  return Number.isNaN(most) ? `"${text}"` : limitText(kind, most);
}

/** 5,000 is what 5000 is. */
function isSameAmount(one: unknown, other: unknown): boolean {
  const [first, second] = [textIn(one).trim(), textIn(other).trim()];
  return first === second || readAmount(first) === readAmount(second);
}
