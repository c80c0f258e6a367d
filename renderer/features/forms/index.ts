export { HandedOver, NoMailbox, useMailbox } from './delivery.tsx';
export { MessageForm, MessagePage } from './message-form.tsx';
export { useKeptForm } from './use-kept-form.ts';
