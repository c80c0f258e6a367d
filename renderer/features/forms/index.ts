export { HandedOver } from './handed-over.tsx';
export { MessageForm } from './message-form.tsx';
export { NoMailbox } from './no-mailbox.tsx';
export { useKeptForm } from './use-kept-form.ts';
export { useMailbox } from './use-mailbox.ts';
