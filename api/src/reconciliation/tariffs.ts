import { readFileSync } from 'node:fs';
import { networkNames, paymentDirections, type PaymentDirection } from '@sente/contract/payments';
import * as z from 'zod';
import { StartError } from '../db/embedded/start-error.ts';

/** UGX: whole shillings. */
const shillings = z.int().nonnegative();

const tariff = z
  .strictObject({
    network: z.enum(networkNames),
    direction: z.enum(paymentDirections),
    /** In Kampala. A later one of the same network and direction ends it. */
    from: z.iso.date(),
    /** By the amount, the smallest first; the last one has no end. */
    bands: z
      .array(z.strictObject({ upTo: z.optional(shillings), fee: shillings }))
      .min(1)
      .optional(),
    /** Or of the amount, rounded half up to whole shillings. */
    percent: z.number().min(0).max(100).optional(),
    least: shillings.optional(),
    most: shillings.optional(),
  })
  .refine(({ bands, percent }) => (bands === undefined) !== (percent === undefined), {
    error: 'has either bands or a percent',
  })
  .refine(
    ({ bands = [] }) =>
      bands.every(({ upTo }, index) => {
        const next = bands[index + 1];
        if (next === undefined) return upTo === undefined;
        return upTo !== undefined && (next.upTo === undefined || next.upTo > upTo);
      }),
    { error: 'has bands that do not grow, or whose last one has an end' },
  );

/** What a network takes for payments. */
export type Tariff = z.infer<typeof tariff>;

/** None without a file: nothing is expected then. */
export function readTariffs(file: string | undefined): readonly Tariff[] {
  if (!file) return [];
  const refuse = (why: string): never => {
    throw new StartError(`SENTE_NETWORK_TARIFFS names ${file}, ${why}`);
  };
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    refuse(`which cannot be read as JSON: ${(error as Error).message}`);
  }
  const found = z.array(tariff).safeParse(json);
  if (found.success) return found.data;
  return refuse(`which is not a list of tariffs:\n${z.prettifyError(found.error)}`);
}

interface Priced {
  readonly network: string;
  readonly direction: PaymentDirection;
  /** In Kampala. */
  readonly day: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
}

/** Hundredths of UGX; null if no tariff says it. */
export function feeBy(tariffs: readonly Tariff[], payment: Priced): bigint | null {
  const { network, direction, day, amount } = payment;
  const found = tariffs
    .filter((one) => one.network === network && one.direction === direction && one.from <= day)
    .reduce<Tariff | null>((last, one) => (last && last.from >= one.from ? last : one), null);
  if (!found) return null;
  if (found.bands) {
    const band = found.bands.find(
      ({ upTo }) => upTo === undefined || amount <= BigInt(upTo) * 100n,
    );
    return BigInt(band?.fee ?? 0) * 100n;
  }
  // Ten thousandths of a percent are exact; then half up to whole shillings.
  const share = amount * BigInt(Math.round((found.percent ?? 0) * 10_000));
  const fee = Number((share + 50_000_000n) / 100_000_000n);
  const bounded = Math.min(Math.max(fee, found.least ?? 0), found.most ?? Infinity);
  return BigInt(bounded) * 100n;
}
