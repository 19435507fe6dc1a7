import { describe, expect, it, vi } from 'vitest';
import { loginReplyOf } from '../testing/people.ts';
import { lastSessionEnd } from './session-end.ts';
import {
  clearSession,
  endSession,
  getSession,
  getToken,
  readDeviceToken,
  renewToken,
  saveSession,
  subscribe,
  willExpireSoon,
} from './session-store.ts';

const allKeys = ['authToken', 'authUser', 'authExpiration', 'userRole', 'companyId'];
const reply = (lastsMs = 3_600_000, companyId: string | null = 'c-1') => ({
  ...loginReplyOf({ role: 'client_admin', companyId, lastsMs }),
  token: 'token-1',
});

describe('session store', () => {
  it('keeps exactly the five named keys, and the device', () => {
    saveSession(reply());
    expect(Object.keys(localStorage).toSorted()).toEqual([...allKeys, 'deviceToken'].toSorted());
    expect(localStorage.getItem('authToken')).toBe('token-1');
    expect(localStorage.getItem('userRole')).toBe('client_admin');
    expect(localStorage.getItem('companyId')).toBe('c-1');
    expect(getSession()?.user.email).toBe('grace@demo-one.test');
  });

  it('has the companyId key even for a user without a company', () => {
    saveSession(reply(3_600_000, null));
    expect(localStorage.getItem('companyId')).toBe('');
    expect(getSession()?.user.companyId).toBeNull();
  });

  it('is signed out until a login is stored, and again after clearing', () => {
    expect(getSession()).toBeNull();
    saveSession(reply());
    expect(getToken()).toBe('token-1');
    clearSession();
    expect(getSession()).toBeNull();
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
  });

  it.each(['authToken', 'authExpiration', 'authUser'])('is signed out without %s', (key) => {
    saveSession(reply());
    localStorage.removeItem(key);
    expect(getSession()).toBeNull();
  });

  it.each([
    ['authExpiration', 'soon'],
    ['authUser', '{'],
    ['authUser', 'null'],
    ['authUser', '[]'],
  ])('clears a session whose %s is %s', (key, value) => {
    saveSession(reply());
    localStorage.setItem(key, value);
    expect(getSession()).toBeNull();
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
  });

  it('clears an expired session on access, and says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    saveSession(reply(60_000));
    const listener = vi.fn();
    const unsubscribe = subscribe(listener);
    vi.setSystemTime(Date.now() + 59_999);
    expect(getSession()).not.toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(getSession()).toBeNull();
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
  });

  it('ignores a write of another tab that is not complete yet', () => {
    saveSession(reply());
    localStorage.removeItem('authToken');
    expect(getSession()).toBeNull();
    expect(localStorage.getItem('authUser')).not.toBeNull();
  });

  it('returns the same object while nothing changes', () => {
    saveSession(reply());
    expect(getSession()).toBe(getSession());
  });

  it('reports a storage that cannot be written, and stores nothing', () => {
    const setItem = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === 'companyId') throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
    expect(() => saveSession(reply())).toThrow('Failed to store authentication data');
    expect(localStorage).toHaveLength(0);
  });

  it('has another token after it was renewed, and knows the browser after it ended', () => {
    saveSession(reply());
    renewToken('token-2');
    expect(getToken()).toBe('token-2');
    clearSession();
    renewToken('token-3');
    expect(getToken()).toBeNull();
    expect(readDeviceToken()).toBe('token of this browser');
  });

  it('reads an unreadable storage as signed out', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(getSession()).toBeNull();
  });

  it.each([
    [300_001, false],
    [299_999, true],
    [1, true],
  ])('with %i ms left: expires soon is %s', (left, soon) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    saveSession(reply(left));
    const session = getSession();
    expect(session && willExpireSoon(session)).toBe(soon);
  });

  it('follows another tab, but ignores unrelated keys', () => {
    const listener = vi.fn();
    const unsubscribe = subscribe(listener);
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    unsubscribe();
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('ends only the given session', () => {
    saveSession(reply());
    endSession({ ifToken: 'token-0', message: 'old' });
    expect(getSession()).not.toBeNull();
    expect(lastSessionEnd()).toBeNull();
    endSession({ ifToken: 'token-1', message: 'Gone' });
    expect(getSession()).toBeNull();
    expect(lastSessionEnd()).toEqual({ message: 'Gone', keepPage: true });
  });
});
