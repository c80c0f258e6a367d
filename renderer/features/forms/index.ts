export { HandedOver, NoMailbox, useMailbox } from './delivery.tsx';
export { MessageForm, MessagePage, useKeptForm } from './message-form.tsx';
