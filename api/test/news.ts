import type { Notification } from '@sente/contract/notifications';
import { expect } from 'vitest';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** What people see and choose of their notifications. */
export function newsOf(app: () => TestApp) {
  return {
    async list(actor: TestActor): Promise<Notification[]> {
      const answer = await app().call(actor, 'GET', '/Notifications?pageSize=100&page=1');
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },
    async titles(actor: TestActor): Promise<string[]> {
      return (await this.list(actor)).map(({ title }) => title);
    },
    async unread(actor: TestActor): Promise<number> {
      return (await app().call(actor, 'GET', '/Notifications/summary')).body.data.unreadCount;
    },
    async choose(actor: TestActor, kind: string, bell: boolean, mail: boolean): Promise<void> {
      const path = '/Notifications/preferences';
      const { data } = (await app().call(actor, 'GET', path)).body;
      const body = { ...data, kinds: [{ kind, bell, mail }] };
      const answer = await app().call(actor, 'PUT', path, body);
      expect(answer.status, answer.text).toBe(200);
    },
    async emailOf({ userId }: TestActor): Promise<string> {
      const sql = 'select email from users where id = $1';
      return (await app().owner.row<{ email: string }>(sql, [userId]))?.email ?? '';
    },
  };
}
