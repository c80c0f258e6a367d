import type { Scope } from '../scope.ts';
import type { ContactMessage, FeedbackMessage } from '../validation.ts';

/** Messages belong to no chain, but every row has to name one. */
export const NO_CHAIN = 'none';

export type MessageContent =
  | ({ readonly kind: 'contact' } & ContactMessage)
  | ({ readonly kind: 'feedback' } & FeedbackMessage);

/** How far a message in the outbox has come. A delivered one is deleted. */
export type MessageState =
  /** Is sent automatically at `nextAt`, or as soon as the network is back. */
  | { readonly kind: 'waiting'; readonly attempts: number; readonly nextAt: number }
  /**
   * Isn't sent automatically: the endpoint refused it, it failed for days, or there is no endpoint.
   */
  | { readonly kind: 'needs-you'; readonly why: 'refused' | 'too-long' | 'no-endpoint' };

/** One message to us, stored before anything is sent. */
export interface OutgoingMessage extends Scope {
  /** UUID; also the idempotency key that lets the endpoint recognise a message it already has. */
  readonly id: string;
  readonly createdAt: number;
  /** Whether a plan with priority support was bought. */
  readonly priority: boolean;
  readonly content: MessageContent;
  readonly state: MessageState;
}
