import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useEffect } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Link } from '../ui/link.tsx';
import { browserHistory, historyIndex, memoryHistory, type History } from './history.ts';
import { matchPath, matchRoute } from './route-match.ts';
import { Redirect, Router, useLocation, useParams, useRoutes, useVisitBy } from './router.tsx';

describe('a pattern', () => {
  it.each([
    ['/users/:id', '/users/7', { id: '7' }],
    ['/users/:id', '/users/7/', { id: '7' }],
    ['/Users/:id', '/uSERS/7', { id: '7' }],
    ['/users/:id', '/users', null],
    ['/users/:id', '/users/7/edit', null],
    ['/a/:one/b/:two', '/a/1/b/2', { one: '1', two: '2' }],
    ['/users/:id', '/users/a%20b%2Fc', { id: 'a b/c' }],
    // What cannot be decoded stays as it was typed.
    ['/users/:id', '/users/%E0%A4%A', { id: '%E0%A4%A' }],
    ['/docs/a.b', '/docs/axb', null],
    ['/client/*', '/client', {}],
    ['/client/*', '/client/a/b', {}],
    ['/client/*', '/clients', null],
    ['*', '/anything/at/all', {}],
    ['/', '/', {}],
    ['/', '/x', null],
  ])('%s at %s', (path, pathname, params) => {
    expect(matchPath(path, pathname)).toEqual(params);
  });

  it('with more fixed segments is meant, whatever the order', () => {
    const paths = [
      '*',
      '/users/:id',
      '/users/*',
      '/users/create',
      '/:noun/create',
      '/users/:id/edit',
    ];
    const found = (pathname: string) =>
      [paths, paths.toReversed()].map(
        (list) =>
          matchRoute(
            list.map((path) => ({ path })),
            pathname,
          )?.route.path,
      );
    expect(found('/users/create')).toEqual(['/users/create', '/users/create']);
    expect(found('/users/7')).toEqual(['/users/:id', '/users/:id']);
    expect(found('/users/7/edit')).toEqual(['/users/:id/edit', '/users/:id/edit']);
    expect(found('/users/7/else')).toEqual(['/users/*', '/users/*']);
    expect(found('/roles/create')).toEqual(['/:noun/create', '/:noun/create']);
    expect(found('/roles')).toEqual(['*', '*']);
  });
});

const histories: [name: string, open: () => History][] = [
  ['the browser', browserHistory],
  ['memory', () => memoryHistory(['/start'])],
];

describe.each(histories)('the history of %s', (_name, open) => {
  beforeEach(() => window.history.replaceState(null, '', '/start'));

  it('goes to paths, queries and fragments, and tells how', () => {
    const history = open();
    const seen: string[] = [];
    const stop = history.listen(() => {
      const { location, by } = history.visit();
      seen.push(`${by} ${location.pathname}${location.search}${location.hash}`);
    });
    history.navigate('/list?page=2#end');
    history.navigate('?page=3');
    history.navigate('#top', { replace: true });
    // Another site is never reached, whatever an address says.
    history.navigate('//evil.example/list');
    history.navigate('?');
    stop();
    history.navigate('/unheard');
    expect(seen).toEqual([
      'push /list?page=2#end',
      'push /list?page=3',
      'replace /list?page=3#top',
      'push /list',
      'push /list',
    ]);
    expect(history.visit().location.pathname).toBe('/unheard');
  });

  it('keeps state with an entry, and gives each entry a key', async () => {
    const history = open();
    history.navigate('/one', { state: { from: 'here' } });
    const one = history.visit().location;
    history.navigate('/two');
    const two = history.visit().location;
    expect([one.state, two.state]).toEqual([{ from: 'here' }, null]);
    const back = new Promise<void>((resolve) => {
      const stop = history.listen(() => {
        stop();
        resolve();
      });
    });
    history.go(-1);
    await back;
    expect(history.visit()).toEqual({ location: one, by: 'pop' });
    expect(one.key).not.toBe(two.key);
  });

  it('knows the way that led to a page, with the last query of each page on it', () => {
    const history = open();
    history.navigate('/list');
    history.navigate('?page=2');
    history.navigate('/list/7');
    history.navigate('/list/8', { replace: true });
    expect(history.visit().location.trail).toEqual(['/list?page=2', '/start']);
  });
});

it('an entry of the browser knows its place, also after a reload', () => {
  window.history.replaceState(null, '', '/start');
  const history = browserHistory();
  expect(historyIndex()).toBe(0);
  history.navigate('/one', { state: 'kept' });
  history.navigate('/one', { replace: true, state: 'kept' });
  expect(historyIndex()).toBe(1);
  const { location } = history.visit();
  expect(browserHistory().visit()).toEqual({ location, by: 'pop' });
  expect(historyIndex()).toBe(1);
});

it('a step back before the first page is shown leads to that page', () => {
  window.history.replaceState(null, '', '/start');
  const history = browserHistory();
  window.history.replaceState(null, '', '/items/4');
  window.dispatchEvent(new PopStateEvent('popstate'));
  open(history);
  expect(screen.getByRole('status')).toHaveTextContent('pop /items/4');
});

function Where() {
  const { pathname, search } = useLocation();
  return <output>{`${useVisitBy()} ${pathname}${search}`}</output>;
}

function Item() {
  return <p>Item {useParams()['id']}</p>;
}

function Pages() {
  return useRoutes([
    { path: '/items/:id', element: <Item /> },
    { path: '/old', element: <Redirect to="/items/9" /> },
  ]);
}

function open(history: History) {
  render(
    <StrictMode>
      <Router history={history}>
        <Where />
        <Pages />
        <Link to="/items/7">Seven</Link>
        <Link to="?page=2">Two</Link>
        <Link to="https://other.example/">Other</Link>
        <Link to="/file" reloadDocument>
          File
        </Link>
        <Link to="/items/8" onClick={(event) => event.preventDefault()}>
          Handled
        </Link>
        <Link to="/items/8" target="_blank">
          New tab
        </Link>
      </Router>
    </StrictMode>,
  );
}

const where = () => screen.getByRole('status').textContent;
const click = (name: string) => userEvent.click(screen.getByRole('link', { name }));

it('a link shows the page of its address, once in the history', async () => {
  const history = memoryHistory(['/']);
  open(history);
  await click('Seven');
  expect(screen.getByText('Item 7')).toBeVisible();
  expect(where()).toBe('push /items/7');
  await click('Seven');
  expect(where()).toBe('replace /items/7');
  await click('Two');
  expect(where()).toBe('push /items/7?page=2');
  act(() => history.go(-1));
  expect(where()).toBe('pop /items/7');
});

it('leaves to the browser what is not a plain click inside the portal', async () => {
  open(memoryHistory(['/']));
  const left: string[] = [];
  const note = (event: MouseEvent) => {
    if (!event.defaultPrevented) left.push((event.target as HTMLAnchorElement).text);
    event.preventDefault();
  };
  window.addEventListener('click', note);
  for (const name of ['Other', 'File', 'Handled', 'New tab']) await click(name);
  const person = userEvent.setup();
  await person.keyboard('{Control>}');
  await person.click(screen.getByRole('link', { name: 'Seven' }));
  window.removeEventListener('click', note);
  expect(left).toEqual(['Other', 'File', 'New tab', 'Seven']);
  expect(where()).toBe('pop /');
  expect(screen.getByRole('link', { name: 'Two' })).toHaveAttribute('href', '/?page=2');
});

it('a redirect leaves no entry behind', () => {
  const history = memoryHistory(['/start', '/old']);
  open(history);
  expect(screen.getByText('Item 9')).toBeVisible();
  act(() => history.go(-1));
  expect(where()).toBe('pop /start');
});

it('a page that goes on while it appears is followed', () => {
  const history = memoryHistory(['/']);
  function Impatient() {
    useEffect(() => history.navigate('/items/3'), []);
    return null;
  }
  render(
    <Router history={history}>
      <Impatient />
      <Pages />
    </Router>,
  );
  expect(screen.getByText('Item 3')).toBeVisible();
});
