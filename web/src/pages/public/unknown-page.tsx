import type { SessionUser } from '@sente/contract/auth';
import { useEffect, useState, type FormEvent } from 'react';
import { markedTitle } from '../../lib/mode.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { useNavigate } from '../../lib/router.tsx';
import { homeOf } from '../../session/home.ts';
import { can } from '../../session/permissions.ts';
import { isAdministrator } from '../../session/role.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { controlClass } from '../../ui/field.tsx';
import { PaperPage } from '../../ui/paper-page.tsx';

/** Names the address that nobody knows, and leads back to work. */
export function UnknownPage({ address }: { address: string }) {
  const user = useSession()?.user;
  useEffect(() => {
    document.title = markedTitle('Page Not Found · Sente');
  }, []);
  return (
    <PaperPage>
      <div className="w-full max-w-lg">
        <p className="text-13 font-medium text-muted">Page not found</p>
        <h1 className="mt-1 text-2xl leading-8">
          There is no page at{' '}
          <span className="font-mono text-xl wrap-anywhere">{readable(address)}</span>
        </h1>
        <p className="mt-2 text-muted">The address may be mistyped, or the page has moved.</p>
        <div className="mt-6 flex flex-wrap gap-2">
          {user ? (
            <ButtonLink variant="primary" to={homeOf(user)}>
              Go to the dashboard
            </ButtonLink>
          ) : (
            <>
              <ButtonLink variant="primary" to={paths.login()}>
                Sign In
              </ButtonLink>
              <ButtonLink to={paths.landing()}>Go to the home page</ButtonLink>
            </>
          )}
        </div>
        {user ? <Search user={user} /> : null}
      </div>
    </PaperPage>
  );
}

/** Opens the list that the search of the user's portal leads to. The search itself would be half of a portal. */
function Search({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const isStaff = isAdministrator(user);
  if (!can(user, isStaff ? 'staffRead' : 'canViewTransactions')) return null;
  const pathFor = isStaff ? paths.transactions : paths.client.transactions;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const search = text.trim();
    if (search !== '') navigate(pathFor({ search, range: 'all' }));
  }

  return (
    <form role="search" onSubmit={submit} className="mt-8 border-t pt-6">
      <label htmlFor="meant" className="mb-1.5 block text-13 font-medium">
        Search transactions
      </label>
      <div className="flex gap-2">
        <input
          id="meant"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={cn(controlClass, 'h-9')}
        />
        <Button type="submit">Search</Button>
      </div>
    </form>
  );
}

const longest = 120;

/** As people write it, without the codes of spaces and letters. */
function readable(address: string): string {
  let text = address;
  try {
    text = decodeURI(address);
  } catch {
    // Not decodable as it was typed.
  }
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
