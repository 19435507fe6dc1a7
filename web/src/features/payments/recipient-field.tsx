import { networkWord } from '@sente/contract/payments';
import { phoneOf, phoneText } from '@sente/contract/phone';
import type { Recipient } from '@sente/contract/recipients';
import { users } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { readUser } from '../../api/read.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { SelectField } from '../../ui/select.tsx';
import { useWalletHolder } from '../../ui/wallet-holder.tsx';
import { recipientQueries } from '../recipients/recipient-queries.ts';

interface Wallet {
  readonly phoneNumber: string;
  readonly network: string;
}

/** The saved recipient with the typed number, on the chosen network. */
function savedAs(all: readonly Recipient[], { phoneNumber, network }: Wallet) {
  const number = phoneOf(phoneNumber);
  return all.find((one) => one.phoneNumber === number && one.network === network);
}

interface RecipientFieldProps {
  wallet: Wallet;
  onChoose: (recipient: Recipient) => void;
}

/** Fills in number and network. Without it the number is typed, so a failure to load says nothing. */
export function RecipientField({ wallet, onChoose }: RecipientFieldProps) {
  const { data = [] } = useQuery(recipientQueries.list());
  if (data.length === 0) return null;
  const chosen = savedAs(data, wallet);
  return (
    <SelectField
      label="Saved Recipient"
      placeholder="Somebody else"
      options={data.map(({ id, label, phoneNumber }) => ({
        value: id,
        label: `${label} · ${phoneText(phoneNumber)}`,
      }))}
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const wanted = data.find(({ id }) => id === target.value);
        if (wanted) onChoose(wanted);
      }}
      hint={
        chosen?.checkedName ? `Registered to ${chosen.checkedName} when it was saved` : undefined
      }
    />
  );
}

/** What the company calls the receiver, as far as the form has read it; undefined for somebody else. */
export function useSavedLabel(wallet: Wallet): string | undefined {
  const { data = [] } = useQuery({ ...recipientQueries.list(), enabled: false });
  return savedAs(data, wallet)?.label;
}

/** Number and network of a saved recipient, instead of their fields. */
export function SettledWallet({ wallet, onChange }: { wallet: Wallet; onChange: () => void }) {
  return (
    <p className="-mt-2 flex items-center justify-between gap-3 rounded-lg border bg-surface-sunken py-1.5 pr-1.5 pl-3">
      <span className="tabular min-w-0 wrap-anywhere">
        {wallet.phoneNumber} · {networkWord(wallet.network)}
      </span>
      <Button size="sm" aria-label="Change the receiver" onClick={onChange}>
        Change
      </Button>
    </p>
  );
}

/** Offers the number of the profile; nothing without one. */
export function OwnNumber({ onChoose }: { onChoose: (phoneNumber: string) => void }) {
  const id = useSession()?.user.id ?? '';
  const { data } = useQuery({
    queryKey: key('users', 'own-number', id),
    queryFn: async ({ signal }) =>
      (await call(users.get, { params: { id }, signal, read: readUser })).data.phoneNumber ?? null,
  });
  if (!data) return null;
  return (
    // Below the number, also on a phone, where the network comes next.
    <Button
      size="sm"
      className="-mt-3 justify-self-start sm:order-last sm:col-span-2"
      onClick={() => onChoose(data)}
    >
      Use my number, {phoneText(data)}
    </Button>
  );
}

interface NameChangedProps {
  companyId: string;
  wallet: Wallet;
}

/** A number may have a new owner since it was saved. */
export function NameChanged({ companyId, wallet }: NameChangedProps) {
  const { data = [] } = useQuery(recipientQueries.list());
  const saved = savedAs(data, wallet);
  const { holder } = useWalletHolder({ companyId, ...wallet });
  const now = holder?.name;
  if (!saved?.checkedName || !now || isSameName(saved.checkedName, now)) return null;
  return (
    <Banner tone="warning" title="This number has another name now">
      {saved.label} was registered to {saved.checkedName} when it was saved; the network now says{' '}
      {now}. Ask the receiver before you send. If it is right, save it anew under{' '}
      <Link
        to={paths.client.recipients()}
        data-discard=""
        className="rounded-sm text-accent-text underline"
      >
        Recipients
      </Link>
      .
    </Banner>
  );
}

function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
}
