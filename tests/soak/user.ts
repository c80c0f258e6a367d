import type { Page } from '@playwright/test';

import type { Rng } from '../../renderer/engine/styles/shared/random.ts';
import { minutes } from '../support/timeouts.ts';

/** The random user: their page, and how often they approved a payment. */
export interface User {
  page: Page;
  readonly random: Rng;
  approvals: number;
  /** The accounts created so far. */
  readonly accounts: Set<string>;
  /** The account that was used last. */
  account?: string;
  /** The last saved backup. */
  backup?: Buffer;
  readonly counts: Record<'locks' | 'unlocks' | 'switches' | 'backups' | 'restores', number>;
  /** Replaces this tab with a new one. */
  renew(): Promise<void>;
  /** Addresses have no origin, which is the app's. */
  readonly appUrl: string;
}

/** Returns what was done, in words for the trail. */
export type Action = (user: User) => Promise<string>;

/** How long a user waits for something that doesn't react. */
export const TIMEOUT = { timeout: 1500 } as const;
/**
 * For a state that must be reached: opening an account is slow by design, and slower on a busy
 * machine.
 */
export const STATE = { timeout: minutes(0.5) } as const;
