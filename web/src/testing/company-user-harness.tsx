import { permissionNames } from '@sente/contract/permissions';
import type { User } from '@sente/contract/users';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { getSession } from '../session/session-store.ts';
import { owner, ownCompanyId, signInAs } from './people.ts';
import { Toaster } from '../ui/toast.tsx';
import UserCreatePage from '../pages/client/user-create-page.tsx';
import UserDetailsPage from '../pages/client/user-details-page.tsx';
import UserEditPage from '../pages/client/user-edit-page.tsx';
import UsersPage from '../pages/client/users-page.tsx';

/* The four pages of a company's users with a server that answers as it is told. For tests only. */

export const lister = {
  role: 'Lister',
  companyId: ownCompanyId,
  permissions: ['canViewUsers'] as const,
};
export const roleNamed = (name: string) => ({
  id: `id of ${name}`,
  name,
  description: null,
  permissions: [],
});
export const grace: User = {
  id: '44444444-4444-4444-8444-444444444444',
  firstName: 'Grace',
  lastName: 'Apio',
  name: 'Grace Apio',
  username: 'grace',
  email: 'grace@demo-one.test',
  phoneNumber: '+256 772 555111',
  avatar: null,
  companyId: ownCompanyId,
  companyName: 'Demo One',
  isActive: true,
  lastLoginDate: '2024-03-07T09:30:00.000Z',
  createdAt: '2024-01-05T12:07:00.000Z',
  createdDate: '2024-01-05T12:07:00.000Z',
  updatedAt: '2024-02-06T08:00:00.000Z',
  role: 'client_manager',
  roles: [roleNamed('client_manager')],
};
export const colleague = (fields: Partial<User>): User => ({
  ...grace,
  id: `colleague ${fields.firstName ?? ''}`,
  ...fields,
});

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
export const pageOf = (items: readonly unknown[], totalCount = items.length): Answer => {
  const totalPages = Math.max(1, Math.ceil(totalCount / 10));
  const data = { items, totalCount, totalPages, hasNextPage: false, hasPreviousPage: false };
  return { status: 200, body: { success: true, data } };
};
export const silent: Answer = { status: 500, body: {} };
export const unexplained: Answer = { status: 200, body: { success: false } };
export const told: Answer = {
  status: 409,
  body: { success: false, message: 'Told by the server', errors: ['Told by the server'] },
};
export const notFound: Answer = {
  status: 404,
  body: { success: false, message: 'User not found', errors: ['User not found'] },
};

export const listCall = 'GET /User/company/{id}/paged';
export const oneCall = 'GET /User/{id}';
/** Each call's answer, by its method and path without ids. */
export const server = {
  answers: {} as Record<string, Answer>,
  calls: [] as { call: string; query: string; body: Record<string, unknown> }[],
};
export const user = userEvent.setup({ delay: null });
let client: QueryClient;
export const place = { address: '' };

export async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [path = '', query = ''] = (typeof input === 'string' ? input : '')
    .replace(/^\/api/, '')
    .split('?');
  const call = `${init?.method ?? 'GET'} ${path.replace(/(?<=User\/(company\/)?)(?!company)[^/]+/, '{id}')}`;
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
  server.calls.push({ call, query, body });
  const usual = {
    status: 200,
    body: { success: true, data: call.startsWith('DELETE') ? null : grace },
  };
  const answer = server.answers[call] ?? (call === listCall ? pageOf([grace]) : usual);
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  });
}

function Address() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    place.address = pathname + search;
  }, [pathname, search]);
  return null;
}

export function open(path: string) {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <Address />
        <Routes>
          <Route path="/client/users" element={<UsersPage />} />
          <Route path="/client/users/create" element={<UserCreatePage />} />
          <Route path="/client/users/:id" element={<UserDetailsPage />} />
          <Route path="/client/users/:id/edit" element={<UserEditPage />} />
        </Routes>
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const toasts = () =>
  [...document.querySelectorAll('[data-toast] p')].map((node) => node.textContent);
export const expectToast = (text: string) => waitFor(() => expect(toasts()).toContain(text));
export const sent = (call: string) => server.calls.filter((one) => one.call === call);
export const ownId = () => getSession()?.user.id ?? '';
export const press = async (name: string) =>
  user.click(await screen.findByRole('button', { name }));

/** Called once by each test file. */
export function freshServerEachTime(): void {
  beforeEach(() => {
    vi.stubGlobal('fetch', vi.fn(serve));
    Object.assign(server, { answers: {}, calls: [] });
    client = createQueryClient();
    signInAs({ ...owner, permissions: permissionNames });
  });

  afterEach(() => {
    act(() => toast.remove());
    client.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
  });
}
