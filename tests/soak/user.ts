import type { Page } from '@playwright/test';

import type { Rng } from '../../renderer/engine/styles/shared/random.ts';
import { minutes } from '../support/timeouts.ts';

/** The one who acts: where, and how often a payment was approved. */
export interface User {
  page: Page;
  readonly random: Rng;
  approvals: number;
  /** Accounts that were made on the way. */
  readonly accounts: Set<string>;
  /** The one that was entered last. */
  account?: string;
  /** The backup that was saved last. */
  backup?: Buffer;
  readonly counts: Record<'locks' | 'unlocks' | 'switches' | 'backups' | 'restores', number>;
  /** Opens a new tab in place of this one. */
  renew(): Promise<void>;
  /** Addresses are given without the app's origin. */
  readonly appUrl: string;
}

/** Gives what was done, in words for the trail. */
export type Action = (user: User) => Promise<string>;

/** A person gives up on what doesn't react. */
export const TIMEOUT = { timeout: 1500 } as const;
/** For a state that has to come: opening an account takes its time by design, and a busy machine its own. */
export const STATE = { timeout: minutes(0.5) } as const;
