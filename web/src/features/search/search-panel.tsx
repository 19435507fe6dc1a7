import { newestSearched, type Found } from '@sente/contract/search';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeftRight,
  BookUser,
  Building2,
  ClipboardCheck,
  History,
  Landmark,
  List,
  type LucideIcon,
  Package,
  PanelsTopLeft,
  Scale,
  Shield,
  Smartphone,
  Ticket,
  Users,
} from 'lucide-react';
import { useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { cn } from '../../lib/cn.ts';
import { useLeavingNavigate } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { FoundPage, SearchPanelProps } from './search-box.tsx';
import { ChoiceList, optionIdOf, type Choice, type ChoiceGroup } from './choice-list.tsx';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import { groupsOf, isFact, searchQuery, type GroupTitle, type Portal } from './search-results.ts';

const icons: Readonly<Record<GroupTitle, LucideIcon>> = {
  Payments: Smartphone,
  Transactions: ArrowLeftRight,
  Approvals: ClipboardCheck,
  Cases: Scale,
  Companies: Building2,
  Accounts: Landmark,
  Users,
  Recipients: BookUser,
  Roles: Shield,
  Products: Package,
  Vouchers: Ticket,
};

/** The results in groups. The box above keeps the focus; the arrow keys move through this list. */
export default function SearchPanel(props: SearchPanelProps) {
  const { portal, text, settled, listId, keys, isEntered, onActive, onNothing } = props;
  const found = useQuery({ ...searchQuery(portal, settled), enabled: isLongEnough(settled) });
  const isEmpty = text === '';
  const isTooShort = !isEmpty && !isLongEnough(text);
  // Results for an older text are not shown.
  const isCurrent = settled === text && isLongEnough(text);
  const results = found.data && isCurrent ? resultGroups(portal, found.data) : [];
  const hasResults = results.length > 0;
  const list = listGroups(props, isCurrent);
  const isOfRecord = found.data !== undefined && isFact(found.data);
  // In the client portal, Enter opens the list unless the text is a fact of a record.
  const isListLast = isOfRecord || portal === 'admin';
  const records = isListLast ? [...results, ...list] : [...list, ...results];
  // Shown at once, and before the records of the same name: whoever types the name of a page wants the page.
  const pages = isTooShort || isEmpty ? [] : pageGroups(props);
  const choices = [...pages, ...records];
  const groups = isEmpty ? recentGroups() : choices;
  const options = groups.flatMap((group) => group.options);
  const open = useOpen(props);
  const isFailed = isCurrent && found.isError && !found.isFetching;
  const isSearching =
    !isEmpty && !isFailed && !isTooShort && (!isCurrent || found.isFetching) && !hasResults;
  const isNothing = isCurrent && !isSearching && !isFailed && !hasResults && pages.length === 0;
  // Of the client portal the list is what Enter opens; here it would only hide that nothing was found.
  const first = isNothing && portal === 'admin' ? -1 : 0;
  const { active, setActive } = useActive(options, { text, first, listId, onActive });

  useImperativeHandle(keys, () => ({
    press(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined && options.length > 0) {
        event.preventDefault();
        setActive((active + step + options.length) % options.length);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        open(options[active]);
      }
    },
  }));

  useEnter(isEntered, {
    first: options[active],
    open,
    isOver: isTooShort || isNothing || isFailed,
    onNothing,
  });
  return (
    <div
      // On a phone as wide as the screen, below the bar.
      className="absolute inset-x-2 top-full z-30 mt-1 flex flex-col overflow-hidden rounded-lg bg-surface-raised shadow-dialog sm:inset-x-0 sm:w-lg"
      // The box keeps the focus, so that a press in the list does not close it first.
      onPointerDown={(event) => event.preventDefault()}
    >
      <div
        id={listId}
        role="listbox"
        aria-label="Search results"
        className="max-h-[min(36rem,70dvh)] overflow-y-auto p-1 empty:hidden"
      >
        {groups.map((group) => (
          <ChoiceList
            key={group.title}
            group={group}
            listId={listId}
            activeId={options[active]?.id}
            onChoose={open}
          />
        ))}
      </div>
      <p
        role="status"
        className={cn('text-13 text-muted empty:hidden', isNothing && 'order-first')}
      >
        {isTooShort ? <span className="block px-3 py-2.5">Type one more character.</span> : null}
        {isSearching ? (
          <span className="flex items-center gap-2 px-3 py-2.5">
            <Spinner />
            Searching...
          </span>
        ) : null}
        {isNothing ? <span className="block px-3 py-2.5">Nothing found for “{text}”.</span> : null}
        {hasResults ? <span className="sr-only">{resultCount(results)}</span> : null}
      </p>
      {isNothing ? (
        <p className="border-t px-3 py-2 text-xs text-muted">
          Looked for as a phone number or its last digits, an ID, a reference, an amount before or
          after its fee, and a name. Words of a description are looked for in the newest{' '}
          {newestSearched.toLocaleString('en-US')} transactions; the list of transactions goes
          further back.
        </p>
      ) : null}
      {isEmpty && groups.length === 0 ? (
        <p className="px-3 py-2.5 text-13 text-muted">
          {`A phone number or its last digits, an amount, a reference or an ID finds a payment; a name finds ${
            portal === 'admin'
              ? 'a company, an account, a user or a role, and the number of a case that case'
              : 'an account, a user, a product or a recipient and what was sent there'
          }. The name of a page leads there.`}
        </p>
      ) : null}
      {options.length > 0 ? (
        <p
          aria-hidden="true"
          className="flex gap-4 border-t px-3 py-1.5 text-xs text-muted max-sm:hidden"
        >
          <span>↑ ↓ to choose</span>
          <span>Enter to open</span>
          <span>Esc to close</span>
        </p>
      ) : null}
      {isFailed ? (
        <div role="alert" className="flex items-center justify-between gap-3 px-3 py-2 text-13">
          <p className="min-w-0 wrap-anywhere text-danger-text">
            {errorSentences(found.error, 'Search failed')}
          </p>
          <Button size="sm" onClick={() => void found.refetch()}>
            Try Again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** A single letter matches nearly everything. */
function isLongEnough(text: string): boolean {
  return Array.from(text).length >= 2;
}

function resultGroups(portal: Portal, found: Found): ChoiceGroup[] {
  return groupsOf(portal, found).map((group) => ({ ...group, icon: icons[group.title] }));
}

function recentGroups(): ChoiceGroup[] {
  const options = recentSearches().map((text) => ({
    id: text,
    label: text,
    hint: '',
    match: null,
    text,
  }));
  return options.length > 0 ? [{ title: 'Recent searches', icon: History, options }] : [];
}

const mostPages = 4;

/** Pages of which a word begins with the text; with those whose name does first. */
function pageGroups({ pages, text }: SearchPanelProps): ChoiceGroup[] {
  const wanted = text.toLowerCase();
  const startOf = ({ label }: FoundPage) => ` ${label.toLowerCase()}`.indexOf(` ${wanted}`);
  const options = pages
    .filter((page) => startOf(page) >= 0)
    .toSorted((a, b) => startOf(a) - startOf(b))
    .slice(0, mostPages)
    .map(({ label, to }) => ({ id: `page-${to}`, label, hint: '', match: null, to }));
  return options.length > 0 ? [{ title: 'Pages', icon: PanelsTopLeft, options }] : [];
}

/** The list of transactions with this search. */
function listGroups({ listPath, text }: SearchPanelProps, isCurrent: boolean): ChoiceGroup[] {
  if (!isCurrent || listPath === undefined) return [];
  const label = `All transactions with “${text}”`;
  const option = { id: 'list', label, hint: '', match: null, to: listPath(text) };
  return [{ title: 'List', icon: List, options: [option] }];
}

function resultCount(groups: readonly ChoiceGroup[]): string {
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  return `${count} ${count === 1 ? 'result' : 'results'}`;
}

/** A refusal to leave unsaved input keeps the list open. */
function useOpen({
  text,
  onText,
  onChosen,
  onNothing,
}: SearchPanelProps): (option: Choice | undefined) => void {
  const leave = useLeavingNavigate();
  return (option) => {
    if (!option) return;
    if ('text' in option) {
      onText(option.text);
      return;
    }
    onNothing();
    leave(option.to, () => {
      rememberSearch(text);
      onChosen();
    });
  };
}

interface EnterOptions {
  first: Choice | undefined;
  open: (option: Choice) => void;
  /** There will be no first result. */
  isOver: boolean;
  onNothing: () => void;
}

/** Enter pressed before the results arrive opens the first result once it does. */
function useEnter(isEntered: boolean, { first, open, isOver, onNothing }: EnterOptions): void {
  const act = useEffectEvent(() => {
    if (first) open(first);
    else onNothing();
  });
  const isDecided = isEntered && (first !== undefined || isOver);
  useEffect(() => {
    if (isDecided) act();
  }, [isDecided]);
}

/** The first match is selected until the arrow keys select another. */
function useActive(
  options: readonly Choice[],
  {
    text,
    first,
    listId,
    onActive,
  }: Pick<SearchPanelProps, 'text' | 'listId' | 'onActive'> & { first: number },
) {
  const [wanted, setWanted] = useState({ text, index: first });
  const isWanted = wanted.text === text && wanted.index >= 0;
  const active = Math.min(isWanted ? wanted.index : first, Math.max(options.length - 1, 0));
  const option = options[active];
  const optionId = option ? optionIdOf(listId, option) : undefined;
  useEffect(() => {
    onActive(optionId);
    return () => onActive(undefined);
  }, [onActive, optionId]);
  return { active, setActive: (index: number) => setWanted({ text, index }) };
}
