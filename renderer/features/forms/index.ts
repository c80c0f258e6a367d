export { MessageForm } from './message-form.tsx';
export { useKeptForm } from './use-kept-form.ts';
export { useMailbox } from './use-mailbox.ts';
