import type { Sealer } from '../../security/secrets.ts';

/** What every connector needs besides the settings of its network. */
export interface ConnectorContext {
  readonly sealer: Sealer;
  /** The settings are those of the simulator that comes with the program. */
  readonly isSimulated: boolean;
  /** Where networks reach this server; asked at each use, as the port may be known only later. */
  readonly callbackBase: () => string;
  /** How long an answer may take. */
  readonly timeoutMs: number;
}
