import type { Scope } from '../scope.ts';
import type { ContactMessage, FeedbackMessage } from '../validation.ts';

/** A message belongs to no chain; its row still names one. */
export const NO_CHAIN = 'none';

export type MessageContent =
  | ({ readonly kind: 'contact' } & ContactMessage)
  | ({ readonly kind: 'feedback' } & FeedbackMessage);

/** How far a message in the outbox has come. One that arrived is taken out of storage. */
export type MessageState =
  /** Goes out by itself at `nextAt`, or as soon as the network is back. */
  | { readonly kind: 'waiting'; readonly attempts: number; readonly nextAt: number }
  /** It won't go out by itself: the endpoint refused it, it tried for days, or there is no endpoint. */
  | { readonly kind: 'needs-you'; readonly why: 'refused' | 'too-long' | 'no-endpoint' };

/** One message to us, stored before anything is sent. */
export interface OutgoingMessage extends Scope {
  /** UUID; also the idempotency key, by which the endpoint knows a message that it has already. */
  readonly id: string;
  readonly createdAt: number;
  /** A plan with priority support was bought. */
  readonly priority: boolean;
  readonly content: MessageContent;
  readonly state: MessageState;
}
