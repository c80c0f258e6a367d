export type { MessageContent, MessageState, OutgoingMessage } from '../rows/rows.ts';

/** Messages belong to no chain, but every row has to name one. */
export const NO_CHAIN = 'none';
