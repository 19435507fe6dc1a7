import { setTimeout as wait } from 'node:timers/promises';

/** Staff who open accounts with a deposit all the time, at one server after the other. */
export interface DepositLoad {
  /** Ids of the accounts whose opening was acknowledged. */
  readonly opened: ReadonlySet<string>;
  readonly answers: ReadonlySet<string>;
  stop(): Promise<void>;
}

export function startDepositLoad(
  urls: readonly string[],
  companyId: string,
  token: string,
): DepositLoad {
  const opened = new Set<string>();
  const answers = new Set<string>();
  let isStopped = false;
  const open = async (number: number): Promise<void> => {
    const response = await fetch(`${urls[number % urls.length]}/api/Account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        accountName: `Deposit ${number}`,
        accountType: 2,
        initialDeposit: 1_000 + (number % 7),
        isActive: true,
        companyId,
      }),
    });
    answers.add(`deposit ${response.status}`);
    const { success, data } = (await response.json()) as { success: boolean; data: { id: string } };
    if (success) opened.add(data.id);
  };
  const running = (async () => {
    for (let number = 1; !isStopped; number++) {
      await open(number);
      await wait(200);
    }
  })();
  return {
    opened,
    answers,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
